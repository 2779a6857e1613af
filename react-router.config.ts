import type { Config } from '@react-router/dev/config'

import { shortenRouteManifest } from './app/shorten-route-manifest.ts'

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIR || 'build',
  ssr: true,
  // Every screen's address is known at once; there are few, and a lookup less on each move.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => shortenRouteManifest(reactRouterConfig.buildDirectory),
} satisfies Config
