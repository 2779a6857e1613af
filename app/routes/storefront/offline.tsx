import type { Route } from './+types/offline'

import { useShop } from '#app/api/use-shop.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { TapeMeasureDivider } from '#app/ui/tape-measure-divider.tsx'

/** The service worker caches this page and shows it in place of any other, so it must not load scripts. */
export const handle = { isScriptless: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Offline', isIndexed: false })

export default function Offline() {
  const { shopName } = useShop()
  return (
    <>
      <header className="container flex min-h-20 items-center">
        <a href="/" className="heading flex min-h-11 items-center text-lg" aria-label={`${shopName}, home`}>
          <span>{shopName}</span>
          <span className="stop" aria-hidden="true" />
        </a>
      </header>
      <main id="main" className="container grid min-h-[70svh] content-center py-12">
        <TapeMeasureDivider className="mb-10" />
        <h1 className="display">
          Cut off<span className="stop">.</span>
        </h1>
        <p className="lead mt-6">
          There is no connection, so this page could not be fetched. What is in your cart is kept by the shop and will
          be there when you are back.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address loads the requested one again */}
          <a className="btn btn-primary" href="">
            Try Again
          </a>
          <a className="btn btn-outline" href="/">
            Go Home
          </a>
        </p>
      </main>
      <footer className="container border-t border-line py-6 text-sm text-muted">
        <p>{`© ${shopName}`}</p>
      </footer>
    </>
  )
}
