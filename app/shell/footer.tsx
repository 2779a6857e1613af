import { useMenu, useOwnLinks, useShop } from '#app/api/use-shop.ts'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { TapeMeasureDivider } from '#app/ui/tape-measure-divider.tsx'
import { Link } from '#app/ui/link.tsx'

const NOTICES = [
  ['/privacy', 'Privacy'],
  ['/terms', 'T & C'],
  ['/shipping', 'Shipping'],
  ['/returns', 'Returns'],
  ['/seller', 'Seller'],
] as const

const LINK = 'inline-flex min-h-8 items-center hover:text-ink hover:underline'

interface FooterListProps {
  title: string
  links: readonly (readonly [to: string, label: string])[]
  /** Beside each other where the window is narrow. */
  isOneRow?: boolean
}

function FooterList({ title, links, isOneRow = false }: FooterListProps) {
  return (
    <div className={`min-w-0 wrap-anywhere ${isOneRow ? 'max-lg:col-span-2' : ''}`}>
      {title && <h2 className="mb-3 text-sm font-bold">{title}</h2>}
      <ul className={`${isOneRow ? 'flex flex-wrap lg:grid' : 'grid'} gap-x-6 gap-y-1 text-sm text-muted`}>
        {links.map(([to, label]) => (
          <li key={to}>
            {to.startsWith('https:') ? (
              <a className={LINK} href={to} rel="noopener noreferrer" target="_blank">
                {label}
              </a>
            ) : (
              <Link className={LINK} to={to}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Footer() {
  const { shopName, social, words, isSandbox, hasSandboxNotice } = useShop()
  const own = useOwnLinks('footer')
  const live = useMenu('footerMenu')
  const columns = live.length === 0 && own.length > 0 ? [{ title: 'Shop', links: [] }] : live
  return (
    <footer className="mt-24">
      <div className="container">
        <TapeMeasureDivider />
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 py-12 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="max-w-xs max-lg:col-span-2">
            <p className="heading heading-3">
              <span>{shopName}</span>
              <span className="stop" aria-hidden="true" />
            </p>
            {words.footerLine && <p className="mt-3 text-sm text-muted">{words.footerLine}</p>}
            {isSandbox && !hasSandboxNotice && (
              <p className="mt-3 text-sm text-muted">Sandbox: payments are emulated and no money moves.</p>
            )}
          </div>
          {columns.map(({ title, links }, index) => (
            <FooterList
              key={title}
              title={title}
              links={[
                ...links.map(({ to, label }) => [to, label] as const),
                ...(index === columns.length - 1 ? own : []),
              ]}
            />
          ))}
          {social.length > 0 && <FooterList title="Follow" links={social} isOneRow />}
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-6 text-sm text-muted">
          <span>{`© ${shopName}.${words.footerNote ? ` ${words.footerNote}` : ''}`}</span>
          {NOTICES.map(([to, label]) => (
            <Link key={to} className={LINK} to={to}>
              {label}
            </Link>
          ))}
          <span className="ms-auto">
            <ThemeToggle />
          </span>
        </div>
      </div>
    </footer>
  )
}
