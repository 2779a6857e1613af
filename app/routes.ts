import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every screen of the shop and its address. */
export default [
  layout('routes/storefront/layout.tsx', [
    index('routes/storefront/home.tsx'),
    route('about', 'routes/storefront/about.tsx'),
    route('*', 'routes/storefront/not-found.tsx'),
  ]),
] satisfies RouteConfig
