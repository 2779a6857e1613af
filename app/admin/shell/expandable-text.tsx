import type { ReactNode } from 'react'

interface ExpandableTextProps {
  /** What the row shows of it, in two lines at most. */
  start: string
  closeLabel: string
  /** The whole, which takes the place of the start. */
  children: ReactNode
  isOpen?: boolean | undefined
  onOpen?: (() => void) | undefined
}

/** The start of a long text in a table, so that rows keep one height. Opened, the whole takes its place. */
export function ExpandableText({ start, closeLabel, children, isOpen, onOpen }: ExpandableTextProps) {
  return (
    <details
      className="group"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.()
      }}
    >
      <summary className="line-clamp-2 min-h-6 cursor-pointer wrap-anywhere">
        <span className="group-open:hidden">{start}</span>
        <span className="hidden text-muted group-open:inline">{closeLabel}</span>
      </summary>
      <div className="mt-1 wrap-anywhere">{children}</div>
    </details>
  )
}
