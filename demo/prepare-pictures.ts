import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { PictureFacts } from '#server/media/stored-pictures.ts'

import { PICTURE_FACTS_FILE, PICTURE_FOLDER, readDemoPicture } from '#demo/catalogue.ts'
import { checkPicture } from '#demo/check-picture.ts'
import { loadLibvips } from '#server/media/libvips.ts'

const PUBLIC_FOLDER = join(import.meta.dirname, '..', 'public')
/** The garment of the home page's first picture. */
const HERO = 'harbour-stripe-shirt-1.webp'

/** Draws the home page's first picture in both of its widths. */
async function drawHero(): Promise<void> {
  const libvips = await loadLibvips()
  const master = await readDemoPicture(HERO)
  for (const [name, width] of [
    ['hero', 800],
    ['hero-480', 480],
  ] as const) {
    const drawing = libvips(master).resize({ width })
    await drawing
      .clone()
      .avif({ quality: 50, effort: 7 })
      .toFile(join(PUBLIC_FOLDER, `${name}.avif`))
    await drawing
      .clone()
      .webp({ quality: 78, effort: 6 })
      .toFile(join(PUBLIC_FOLDER, `${name}.webp`))
  }
}

// Run it after a picture was added or changed: node demo/prepare-pictures.ts
const facts: Record<string, PictureFacts> = {}
for (const file of (await readdir(PICTURE_FOLDER)).toSorted()) {
  facts[file] = await checkPicture(await readFile(join(PICTURE_FOLDER, file)))
}
await writeFile(PICTURE_FACTS_FILE, `${JSON.stringify(facts, undefined, 2)}\n`)
await drawHero()
console.log(`${Object.keys(facts).length} pictures are prepared.`)
