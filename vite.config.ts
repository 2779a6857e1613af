import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

import { scriptGroups, scriptName } from './app/build-chunks.ts'
import { lighterLibraries } from './app/build-replacements.ts'

/**
 * Code that is fetched when it is used brings no styles and shares what the page has fetched already, so there is
 * nothing to preload. Vite's helper for preloading would add 0.8 kB to every screen that fetches a part of itself.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

export default defineConfig(({ command }) => ({
  plugins: [plainImports, ...lighterLibraries, tailwindcss(), reactRouter()],
  cacheDir: `node_modules/.vite-${process.env.BUILD_DIR ?? 'build'}`,
  // Browsers that know light-dark(): spelled out for older ones it would lose the sections that are always dark.
  build: {
    target: 'es2023',
    modulePreload: false,
    cssMinify: true,
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: scriptGroups }, chunkFileNames: scriptName } },
      },
    },
  },
  // Built pages contain React's production build. React from node_modules would go by NODE_ENV, which the owner sets.
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))
