import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

import type { Block } from '#contract/pages-of-blocks/block-kinds.ts'

import { OUTFITS_PAGE } from '#contract/pages-of-blocks/default-pages.ts'
import { pictureValue } from '#contract/settings/shop-pictures.ts'
import { readPictureFacts, type PictureFacts } from '#demo/catalogue.ts'

export const OUTFIT_FOLDER = join(import.meta.dirname, 'outfits')
/** Where a top and a bottom hang on an outfit's picture, in percent of its height. */
const HEIGHTS = [24, 62]

const Outfit = z.strictObject({
  file: z.string().regex(/^outfit-\d\.webp$/),
  heading: z.string().trim().min(1),
  alt: z.string().trim().min(1),
  /** Slugs, from top to bottom. */
  products: z.array(z.string()).length(HEIGHTS.length),
})

type DemoOutfit = z.infer<typeof Outfit> & { picture: PictureFacts }

/** The demo's outfits. Throws where a file is faulty or a picture is not prepared. */
export async function readDemoOutfits(): Promise<DemoOutfit[]> {
  const [text, facts] = await Promise.all([readFile(join(OUTFIT_FOLDER, 'outfits.json'), 'utf8'), readPictureFacts()])
  return z
    .array(Outfit)
    .parse(JSON.parse(text))
    .map((outfit) => {
      const picture = facts[outfit.file]
      if (!picture) throw new Error(`${outfit.file} is not prepared: run node demo/prepare-pictures.ts.`)
      return { ...outfit, picture }
    })
}

/** The page of the demo's outfits, for products with these ids by their slug. */
export const outfitsPage = (outfits: readonly DemoOutfit[], ids: ReadonlyMap<string, string>) => ({
  slug: OUTFITS_PAGE,
  title: 'Worn together',
  description: 'Outfits from the pattern table: a top and a bottom that belong together, each with its pieces.',
  place: 'neither' as const,
  blocks: outfits.map(({ heading, alt, products, picture }, index): Block => ({
    id: `block-outfit${index + 1}`,
    kind: 'outfit',
    fields: {
      heading,
      text: '',
      picture: pictureValue(picture),
      pictureWords: alt,
      spots: products.map((slug, place) => {
        return { product: ids.get(slug) ?? '', across: 50, down: HEIGHTS[place] ?? 50 }
      }),
    },
  })),
})
