import { ButtonLink } from '#app/ui/button.tsx'

interface BlockButtonProps {
  label: string
  /** A path of the shop or an address of another site. Empty where it leads to nothing. */
  link: string
  isSecond?: boolean
}

/** A button of a block; nothing where it has no words or leads nowhere. */
export function BlockButton({ label, link, isSecond }: BlockButtonProps) {
  if (label === '' || link === '') return null
  if (!link.startsWith('/')) {
    return (
      <a className={`btn btn-${isSecond ? 'outline' : 'primary'}`} href={link} rel="noopener noreferrer">
        {label}
      </a>
    )
  }
  if (!isSecond) return <ButtonLink to={link}>{label}</ButtonLink>
  return (
    // Search engines take the header's link, whose word says where it leads.
    <ButtonLink to={link} variant="outline" rel="nofollow">
      {label}
    </ButtonLink>
  )
}
