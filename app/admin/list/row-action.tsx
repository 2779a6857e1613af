import type { LucideIcon } from 'lucide-react'

import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'

interface RowActionProps extends Omit<ButtonProps, 'isIcon' | 'isSmall' | 'children'> {
  /** The button's name, which is its tooltip too. */
  words: string
  icon: LucideIcon
}

/** An action of a table's row as an icon, so that several fit into one line. */
export function RowAction({ words, icon: Icon, variant = 'quiet', ...props }: RowActionProps) {
  return (
    <Button {...props} variant={variant} isSmall isIcon title={words}>
      <Icon size={18} aria-hidden="true" />
      <VisuallyHidden>{words}</VisuallyHidden>
    </Button>
  )
}
