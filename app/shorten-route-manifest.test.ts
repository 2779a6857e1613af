import { expect, test } from 'vitest'

import { shortRouteManifest } from '#app/shorten-route-manifest.ts'

test('the browser learns the address of each route, and not what each imports', () => {
  const routes = {
    root: {
      id: 'root',
      hasLoader: true,
      hasAction: false,
      module: '/assets/root.js',
      imports: ['/assets/a.js'],
      css: [],
    },
  }
  const entry = { module: '/assets/entry.js', imports: ['/assets/react.js'], css: [] }
  const script = `window.__reactRouterManifest=${JSON.stringify({ entry, routes, version: '1' })};`

  const short = { root: { id: 'root', hasLoader: true, module: '/assets/root.js' } }
  expect(shortRouteManifest(script)).toBe(
    `window.__reactRouterManifest=${JSON.stringify({ entry, routes: short, version: '1' })};`,
  )
})
