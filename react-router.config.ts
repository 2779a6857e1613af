import type { Config } from '@react-router/dev/config'

import { shortenRouteManifest } from './app/shorten-route-manifest.ts'

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIR || 'build',
  ssr: true,
  // The browser gets every screen's address at once: there are few, and no move needs a lookup.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => shortenRouteManifest(reactRouterConfig.buildDirectory),
} satisfies Config
