import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  cacheDir: `node_modules/.vite-${process.env.BUILD_DIR ?? 'build'}`,
  build: { target: 'es2023', cssMinify: true },
})
