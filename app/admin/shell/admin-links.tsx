import { ButtonLink } from '#app/ui/button.tsx'

const ADDRESSES = {
  Dashboard: '/admin/dashboard',
  Products: '/admin/products',
  'Product Page': '/admin/products',
  Orders: '/admin/neworders',
  'New Orders': '/admin/neworders',
  Contacts: '/admin/contacts',
} as const

export type AdminLinkLabel = keyof typeof ADDRESSES

/** The pages that the specification does not name. Every admin page links to them after its own links. */
const MORE_SCREENS: readonly { label: string; to: string }[] = [
  { label: 'Reconciliation', to: '/admin/reconciliation' },
  { label: 'Reviews', to: '/admin/reviews' },
  { label: 'Offers', to: '/admin/offers' },
  { label: 'Audit Log', to: '/admin/audit' },
  { label: 'Search Settings', to: '/admin/search-settings' },
]

/** The links from one admin page to the others, worded as each page is specified. */
export function AdminLinks({ labels, current }: { labels: readonly AdminLinkLabel[]; current?: string | undefined }) {
  return (
    <nav aria-label="Admin pages" className="flex flex-wrap gap-2">
      {labels.map((label) => (
        <ButtonLink key={label} to={ADDRESSES[label]} variant="outline" isSmall>
          {label}
        </ButtonLink>
      ))}
      {MORE_SCREENS.filter(({ to }) => to !== current).map(({ label, to }) => (
        <ButtonLink key={to} to={to} variant="outline" isSmall>
          {label}
        </ButtonLink>
      ))}
    </nav>
  )
}
