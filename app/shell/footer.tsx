import { Link } from 'react-router'

import { useShop } from '#app/api/shop.ts'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { TickRule } from '#app/ui/tick-rule.tsx'

const CATEGORIES = ['shirts', 'pants', 't-shirts', 'jeans', 'co-ords'] as const
const LABELS: Record<(typeof CATEGORIES)[number], string> = {
  shirts: 'Shirts',
  pants: 'Pants',
  't-shirts': 'T-Shirts',
  jeans: 'Jeans',
  'co-ords': 'Co-ords',
}
const PAGES = [
  ['/', 'Home'],
  ['/getproducts', 'Our Products'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
] as const
const SOCIAL = [
  ['Facebook', 'https://www.facebook.com/'],
  ['Twitter', 'https://twitter.com/'],
  ['Instagram', 'https://www.instagram.com/'],
] as const

function FooterList({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2 className="mb-3 text-sm font-bold">{title}</h2>
      <ul className="grid gap-1 text-sm text-muted">{children}</ul>
    </div>
  )
}

const LINK = 'inline-flex min-h-8 items-center hover:text-ink hover:underline'

export function Footer() {
  const { shopName, isSandbox, hasSandboxNotice } = useShop()
  return (
    <footer className="mt-24">
      <div className="container">
        <TickRule />
        <div className="grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="max-w-xs">
            <p className="heading heading-3">
              {shopName}
              <span className="stop" aria-hidden="true" />
            </p>
            <p className="mt-3 text-sm text-muted">Original menswear, cut in-house. Worn every day, kept for years.</p>
            {isSandbox && !hasSandboxNotice && (
              <p className="mt-3 text-sm text-muted">Sandbox: payments are emulated and no money moves.</p>
            )}
          </div>
          <FooterList title="Categories">
            {CATEGORIES.map((slug) => (
              <li key={slug}>
                <Link className={LINK} to={`/categories/${slug}`}>
                  {LABELS[slug]}
                </Link>
              </li>
            ))}
          </FooterList>
          <FooterList title="Shop">
            {PAGES.map(([to, label]) => (
              <li key={to}>
                <Link className={LINK} to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </FooterList>
          <FooterList title="Follow">
            {SOCIAL.map(([label, href]) => (
              <li key={label}>
                <a className={LINK} href={href} rel="noopener noreferrer" target="_blank">
                  {label}
                </a>
              </li>
            ))}
          </FooterList>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-6 text-sm text-muted">
          <span>© {shopName}. Pictures in the demo catalogue are rendered.</span>
          {/* Specified without a target: a link that leads nowhere would be an error for visitors and search engines. */}
          <span>Privacy</span>
          <span>T &amp; C</span>
          <span className="ms-auto">
            <ThemeToggle />
          </span>
        </div>
      </div>
    </footer>
  )
}
