import type { ReactNode } from 'react'

interface ExpandableTextProps {
  /** Shown in at most two lines while it is closed. */
  start: string
  closeLabel: string
  /** The whole text, shown in place of the start once it is opened. */
  children: ReactNode
  /** On a phone it has one line while it is closed. */
  isOneLineOnCards?: boolean
  isOpen?: boolean | undefined
  onOpen?: (() => void) | undefined
}

/** The start of a long text in a table, so that rows keep one height. A click shows the whole text instead. */
export function ExpandableText({ start, closeLabel, children, isOneLineOnCards, isOpen, onOpen }: ExpandableTextProps) {
  return (
    <details
      className="group"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.()
      }}
    >
      <summary
        className={`line-clamp-2 min-h-6 cursor-pointer wrap-anywhere ${isOneLineOnCards ? 'max-sm:line-clamp-1 max-sm:leading-6' : ''}`}
      >
        <span className="group-open:hidden">{start}</span>
        <span className="hidden text-muted group-open:inline">{closeLabel}</span>
      </summary>
      <div className="mt-1 wrap-anywhere">{children}</div>
    </details>
  )
}
