import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

import { scriptGroups, scriptName } from './app/script-groups.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  cacheDir: `node_modules/.vite-${process.env.BUILD_DIR ?? 'build'}`,
  // Browsers that know light-dark(): spelled out for older ones it would lose the sections that are always dark.
  build: { target: 'es2023', cssMinify: true, cssTarget: ['chrome123', 'firefox128', 'safari17.5'] },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: scriptGroups }, chunkFileNames: scriptName } },
      },
    },
  },
  // Built pages bring their React along, the fast one: from outside it would go by NODE_ENV, which is the owner's to set.
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))
