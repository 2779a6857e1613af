import type { LucideIcon } from 'lucide-react'

interface ToolButtonProps {
  id?: string
  label: string
  icon: LucideIcon
  disabled?: boolean
  onClick(): void
}

/** A small icon that moves or removes one entry of a list. */
export function ToolButton({ id, label, icon: Icon, disabled, onClick }: ToolButtonProps) {
  return (
    <button
      id={id}
      type="button"
      className="grid size-9 place-items-center rounded-control hover:bg-paper disabled:opacity-40"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}
