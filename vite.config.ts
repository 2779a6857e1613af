import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

import { scriptGroups } from './app/script-groups.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  cacheDir: `node_modules/.vite-${process.env.BUILD_DIR ?? 'build'}`,
  // Browsers that know light-dark(): spelled out for older ones it would lose the sections that are always dark.
  build: { target: 'es2023', cssMinify: true, cssTarget: ['chrome123', 'firefox128', 'safari17.5'] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scriptGroups } } } } },
  },
})
