import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'

import type { Route } from './+types/root'

import { serverApi, shopFacts } from '#app/api/context.ts'
import styles from '#app/styles/app.css?inline'

// The styles travel inside the page, not as a file of their own, and stay out of the browser's code.
const pageStyles = import.meta.env.SSR ? styles : ''

export async function loader({ context }: Route.LoaderArgs) {
  const { categories } = await serverApi(context).getCategories()
  return { categories, shop: shopFacts(context) }
}

/** What the root knows is the same on every page, so a move inside the shop never asks for it again. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <style dangerouslySetInnerHTML={{ __html: pageStyles }} suppressHydrationWarning />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
