import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIR || 'build',
  ssr: true,
  // Every screen's address is known at once; there are few, and a lookup less on each move.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
