import { ButtonLink } from '#app/ui/button.tsx'

const ADDRESSES = {
  Dashboard: '/admin/dashboard',
  Products: '/admin/products',
  'Product Page': '/admin/products',
  Orders: '/admin/neworders',
  'New Orders': '/admin/neworders',
  Contacts: '/admin/contacts',
} as const

/** The links from one admin page to the others, worded as each page is specified. */
export function AdminLinks({ labels }: { labels: readonly (keyof typeof ADDRESSES)[] }) {
  return (
    <nav aria-label="Admin pages" className="flex flex-wrap gap-2">
      {labels.map((label) => (
        <ButtonLink key={label} to={ADDRESSES[label]} variant="outline" isSmall>
          {label}
        </ButtonLink>
      ))}
    </nav>
  )
}
