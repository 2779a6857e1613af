import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface ToolButtonProps extends ComponentProps<'button'> {
  label: string
  icon: LucideIcon
}

/** A small icon that moves or removes one entry of a list. */
export function ToolButton({ label, icon: Icon, ...props }: ToolButtonProps) {
  return (
    <button
      {...props}
      type="button"
      className="grid size-9 place-items-center rounded-control hover:bg-paper disabled:opacity-40"
      aria-label={label}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}
