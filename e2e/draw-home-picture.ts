import { join } from 'node:path'

import { launchBrowser } from './launch-browser.ts'
import { serveShop } from './serve.ts'

const PICTURE = join(import.meta.dirname, '..', 'docs', 'home.png')

// The picture of the home page in the README. Draw it again after the page or the demo's pictures have changed:
// node e2e/draw-home-picture.ts
const shop = await serveShop()
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await page.goto(shop.origin, { waitUntil: 'networkidle' })
  await page.screenshot({ path: PICTURE })
} finally {
  await browser.close()
  await shop.stop()
}
