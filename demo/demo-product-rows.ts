import type { DemoPicture, DemoProduct } from '#demo/catalogue.ts'
import type { NewProductRows } from '#server/catalogue/admin/save-queries.ts'
import type { Pictures } from '#server/media/stored-pictures.ts'

import { readDemoPicture } from '#demo/catalogue.ts'
import { newId } from '#server/db/new-id.ts'

const PICTURES_AT_ONCE = 8

/** The rows of one product of the demo catalogue. */
export function rowsOfDemo(
  { slug: _slug, sizes, pictures, ...product }: DemoProduct,
  categoryId: string,
): NewProductRows {
  const productId = newId()
  return {
    products: [
      {
        ...product,
        isDraft: false,
        id: productId,
        categoryId,
        discountedPricePaise: product.discountedPricePaise ?? null,
      },
    ],
    sizes: sizes.map((size, position) => ({ ...size, id: newId(), productId, position })),
    pictures: pictures.map(({ file: _file, hash, ...facts }, position) => ({
      ...facts,
      productId,
      position,
      pictureHash: hash,
    })),
  }
}

export function joinRows(parts: readonly NewProductRows[]): NewProductRows {
  return {
    products: parts.flatMap(({ products }) => products),
    sizes: parts.flatMap(({ sizes }) => sizes),
    pictures: parts.flatMap(({ pictures }) => pictures),
  }
}

/** Stores the demo's pictures, a few at a time; those that are stored already cost next to nothing. */
export async function storeDemoPictures(pictures: Pictures, demo: readonly DemoPicture[]): Promise<void> {
  const waiting = demo.values()
  const work = async () => {
    for (const { file, hash } of waiting) {
      await pictures.addPrepared(await readDemoPicture(file), { hash })
    }
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, work))
}
