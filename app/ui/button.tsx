import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import { Spinner } from './spinner.tsx'

import { Link } from '#app/ui/link.tsx'

interface Looks {
  variant?: 'primary' | 'outline' | 'quiet' | 'danger' | undefined
  /** 36 px high instead of 44, for rows of a table and the like. */
  isSmall?: boolean | undefined
  /** Square, for an icon alone; see `IconButton`. */
  isIcon?: boolean | undefined
}

function classOf({ variant = 'primary', isSmall, isIcon }: Looks, className = ''): string {
  return `btn btn-${variant}${isSmall ? ' btn-small' : ''}${isIcon ? ' btn-icon' : ''} ${className}`.trim()
}

export interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** While true the button is disabled and shows a spinner. */
  isPending?: boolean | undefined
  /** Replaces the button's text while it is pending. */
  pendingText?: ReactNode | undefined
}

/** A button. Its type defaults to `button`, so that none submits a form by accident. */
export function Button({ variant, isSmall, isIcon, isPending, pendingText, className, ...rest }: ButtonProps) {
  const { type = 'button', disabled, children, ...props } = rest
  return (
    <button
      {...props}
      // oxlint-disable-next-line react/button-has-type -- the caller's type, one of the three that the platform knows
      type={type}
      className={classOf({ variant, isSmall, isIcon }, className)}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
    >
      {isPending && <Spinner />}
      <span className="btn-content">{isPending ? (pendingText ?? children) : children}</span>
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'isIcon' | 'aria-label' | 'children'> {
  /** The accessible name. */
  label: string
  icon: LucideIcon
  /** Pixels. */
  size?: number | undefined
}

/** A square button with an icon alone. */
export function IconButton({ label, icon: Icon, size = 20, variant = 'quiet', ...props }: IconButtonProps) {
  return (
    <Button {...props} variant={variant} isIcon aria-label={label}>
      <Icon size={size} aria-hidden="true" />
    </Button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, isSmall, isIcon, className, ...props }: ComponentProps<typeof Link> & Looks) {
  return <Link {...props} className={classOf({ variant, isSmall, isIcon }, className)} />
}
