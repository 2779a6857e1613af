import type { ComponentProps, ComponentType } from 'react'
import { Link as RouterLink } from 'react-router'

type RouterLinkProps = ComponentProps<typeof RouterLink>
type LinkProps = ComponentProps<'a'> &
  Pick<RouterLinkProps, 'to' | 'viewTransition' | 'preventScrollReset' | 'reloadDocument'>

/** The markup of the router's link for a path from the root. Anything else is left to the router. */
function Anchor(props: LinkProps) {
  const { to, children, viewTransition: _v, preventScrollReset: _p, reloadDocument: _r, ...rest } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <RouterLink {...props} />
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  )
}

/**
 * The router's link. On the server only its markup: a list page has a hundred links, and for each of them the router
 * asks a dozen hooks what to do on a click.
 */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? Anchor : RouterLink
