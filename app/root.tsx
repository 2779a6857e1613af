import { useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'

import type { Route } from './+types/root'

import { VisitorProvider } from '#app/account/visitor.tsx'
import { useOwnPages, useShop } from '#app/api/use-shop.ts'
import { serverApi, shopFacts } from '#app/api/request-context.ts'
import { CartPanels } from '#app/cart/cart-panels.tsx'
import { FillProductCache } from '#app/catalogue/fill-product-cache.tsx'
import { FocusHeadingAfterNavigation } from '#app/shell/focus-heading.tsx'
import { HEAD_SCRIPT } from '#app/head-script.ts'
import { FramedError } from '#app/shell/error-screen.tsx'
import { ToastAfterLoad } from '#app/shell/toast-after-load.tsx'
import { LateParts } from '#app/shell/late-parts.tsx'
import { SCROLL_POSITIONS } from '#app/shell/scroll-positions.ts'
import { FillHearts } from '#app/wishlist/fill-hearts.tsx'
import { Toasts } from '#app/ui/toast.tsx'
import fontAddress from '#app/fonts/archivo.woff2?url'
import rupeeAddress from '#app/fonts/archivo-rupee.woff2?no-inline'
import styles from '#app/styles/app.css?inline'

// The styles are inlined into the page and are not part of the browser's code. The browser reads them from the page, so
// that they survive if React has to render the whole document again.
const pageStyles = import.meta.env.SSR ? styles : (document.querySelector('head > style')?.textContent ?? '')

// The script has run before this code loads, so the browser's code does not contain it.
const headScript = import.meta.env.SSR ? HEAD_SCRIPT : ''

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const [{ categories }, { own, links, menus }] = await Promise.all([api.getCategories(), api.getSitePages()])
  return {
    categories,
    shop: shopFacts(context),
    ...(own.length > 0 && { ownPages: own }),
    ...(links.length > 0 && { ownLinks: links }),
    ...(Object.keys(menus).length > 0 && { menus }),
  }
}

/** The root's data is the same on every page, so a navigation never loads it again. */
export const shouldRevalidate = () => false

/** A screen that loads no scripts says so in its route handle: `{ isScriptless: true }`. */
const isScriptlessScreen = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'isScriptless' in handle && handle.isScriptless === true

const useScriptlessScreen = () => useMatches().some(({ handle }) => isScriptlessScreen(handle))

// Where this code runs in a browser, the screen loads scripts.
const useIsScriptless = import.meta.env.SSR ? useScriptlessScreen : () => false

export function Layout({ children }: { children: ReactNode }) {
  const isScriptless = useIsScriptless()
  const { announcement, colours } = useShop()
  const ownPages = useOwnPages()
  // The server's page carries the mark until React listens. A layout's effect runs after the effects of everything
  // inside it.
  useEffect(() => void delete document.documentElement.dataset.hydrating, [])
  return (
    <html
      lang="en-IN"
      data-hydrating={import.meta.env.SSR && !isScriptless ? '' : undefined}
      data-announcement={announcement?.text}
      data-own-pages={ownPages?.join(' ')}
      style={colours}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script dangerouslySetInnerHTML={{ __html: headScript }} suppressHydrationWarning />
        <style dangerouslySetInnerHTML={{ __html: pageStyles }} suppressHydrationWarning />
        {[fontAddress, rupeeAddress].map((address) => (
          <link key={address} rel="preload" href={address} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!isScriptless && (
          <>
            <ScrollRestoration storageKey={SCROLL_POSITIONS} />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <VisitorProvider>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Outlet />
      <FocusHeadingAfterNavigation />
      <ToastAfterLoad />
      <FillProductCache />
      <CartPanels />
      <Toasts />
      <LateParts />
      <FillHearts />
    </VisitorProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) && import.meta.env.DEV) console.error(error)
  return (
    <VisitorProvider>
      <FramedError />
      <Toasts />
    </VisitorProvider>
  )
}
