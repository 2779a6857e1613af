import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { PictureFacts } from '#server/media/stored-pictures.ts'

import { PICTURE_FACTS_FILE, PICTURE_FOLDER } from '#demo/catalogue.ts'
import { checkPicture } from '#demo/check-picture.ts'
import { OUTFIT_FOLDER } from '#demo/outfits.ts'
import { loadLibvips } from '#server/media/libvips.ts'

const PUBLIC_FOLDER = join(import.meta.dirname, '..', 'public')
/** The home page's first picture, without a ground. */
const HERO = join(import.meta.dirname, 'hero-garment.webp')

/** Draws the home page's first picture in each of its widths. */
async function drawHero(): Promise<void> {
  const libvips = await loadLibvips()
  const master = await readFile(HERO)
  const draw = (width: number) => libvips(master).resize({ width })
  for (const [name, width] of [
    ['hero-480', 480],
    ['hero', 800],
    ['hero-1080', 1080],
  ] as const) {
    await draw(width)
      .avif({ quality: 48, effort: 7 })
      .toFile(join(PUBLIC_FOLDER, `${name}.avif`))
    // What knows no AVIF does without the sharpest one.
    if (width > 800) continue
    await draw(width)
      .webp({ quality: 76, alphaQuality: 70, effort: 6 })
      .toFile(join(PUBLIC_FOLDER, `${name}.webp`))
  }
}

// Run it after a picture was added or changed: node demo/prepare-pictures.ts
const facts: Record<string, PictureFacts> = {}
for (const folder of [PICTURE_FOLDER, OUTFIT_FOLDER]) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.webp'))
  for (const file of files.toSorted()) {
    facts[file] = await checkPicture(await readFile(join(folder, file)))
  }
}
await writeFile(PICTURE_FACTS_FILE, `${JSON.stringify(facts, undefined, 2)}\n`)
await drawHero()
console.log(`${Object.keys(facts).length} pictures are prepared.`)
