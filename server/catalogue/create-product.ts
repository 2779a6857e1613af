import type { NewProduct, ProductDetail } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'
import type { PictureFacts, Pictures } from '#server/media/pictures.ts'

import { MAX_IMAGES } from '#contract/catalogue-rules.ts'
import { paiseFromRupees } from '#contract/money.ts'
import { recordChange } from '#server/audit/service.ts'
import { findCategoryNamed, lockCategoryNamed } from '#server/catalogue/category-queries.ts'
import { insertProducts, isPictureUsed, type NewProductRows } from '#server/catalogue/change-queries.ts'
import { getProduct } from '#server/catalogue/service.ts'
import { invalid } from '#server/errors.ts'
import { decodePicture } from '#server/media/decode-picture.ts'
import { PictureRefused } from '#server/media/picture-refused.ts'
import { pictureHash } from '#server/media/pictures.ts'
import { thumbhashOf } from '#server/media/thumbhash.ts'
import { newId } from '#server/new-id.ts'

interface PreparedPicture {
  bytes: Buffer
  facts: PictureFacts
}

interface Creation {
  actorId: string
  draft: NewProduct
  /** The files as they were sent, the cover first. */
  uploads: readonly Buffer[]
}

const refuse = (field: string, sentence: string) => invalid(sentence, { [field]: sentence })

const unknownCategory = () => refuse('category', 'This category does not exist.')

async function preparePicture(upload: Buffer, index: number): Promise<PreparedPicture> {
  try {
    const { bytes, width, height } = await decodePicture(upload)
    return { bytes, facts: { hash: pictureHash(bytes), width, height, thumbhash: await thumbhashOf(bytes) } }
  } catch (error) {
    if (error instanceof PictureRefused) throw refuse('images', `Picture ${index + 1}: ${error.message}`)
    throw error
  }
}

/** Decodes everything before anything is kept, one picture after the other: each takes much memory for a moment. */
async function preparePictures(uploads: readonly Buffer[]): Promise<PreparedPicture[]> {
  if (uploads.length === 0) throw refuse('images', 'Please add at least one picture.')
  if (uploads.length > MAX_IMAGES) throw refuse('images', `A product has at most ${MAX_IMAGES} pictures.`)
  const pictures: PreparedPicture[] = []
  for (const [index, upload] of uploads.entries()) pictures.push(await preparePicture(upload, index))
  return pictures
}

function rowsOf(
  place: { productId: string; categoryId: string },
  draft: NewProduct,
  pictures: readonly PreparedPicture[],
): NewProductRows {
  const { productId, categoryId } = place
  const { name, description, price, discountedPrice } = draft
  const sizes = draft.sizes?.length ? draft.sizes : [{ size: '', stock: draft.stock ?? 0 }]
  const product = {
    id: productId,
    categoryId,
    name,
    description,
    pricePaise: paiseFromRupees(price),
    discountedPricePaise: discountedPrice === undefined ? null : paiseFromRupees(discountedPrice),
  }
  return {
    products: [product],
    sizes: sizes.map((size, position) => ({ ...size, id: newId(), productId, position })),
    pictures: pictures.map(({ facts: { hash, ...facts } }, position) => ({
      ...facts,
      productId,
      position,
      pictureHash: hash,
      alt: position === 0 ? name : `${name}, picture ${position + 1}`,
    })),
  }
}

async function insertOnSale(
  db: Db,
  { actorId, draft }: Creation,
  pictures: readonly PreparedPicture[],
): Promise<ProductDetail> {
  return db.transaction().execute(async (db) => {
    const category = await lockCategoryNamed(db, draft.category, 'staying')
    if (!category) throw unknownCategory()
    const productId = newId()
    await insertProducts(db, rowsOf({ productId, categoryId: category._id }, draft, pictures), actorId)
    const product = await getProduct(db, productId)
    const { name, price, discountedPrice, stock } = product
    await recordChange(db, {
      actorId,
      action: 'create product',
      subjectType: 'product',
      subjectId: productId,
      after: { name, category: category.name, price, discountedPrice, stock },
    })
    return product
  })
}

async function removeUnused(db: Db, pictures: Pictures, kept: readonly PreparedPicture[]): Promise<void> {
  for (const { facts } of kept) {
    if (!(await isPictureUsed(db, facts.hash))) await pictures.remove(facts.hash)
  }
}

/**
 * Puts a new product on sale. Its files are on the disk before its rows are, so that no product is ever seen without
 * them; a refused creation leaves neither. Throws invalid (400) for an unknown category and for what is no picture.
 */
export async function createProduct(
  { db, pictures }: { db: Db; pictures: Pictures },
  creation: Creation,
): Promise<ProductDetail> {
  if (!(await findCategoryNamed(db, creation.draft.category))) throw unknownCategory()
  const prepared = await preparePictures(creation.uploads)
  try {
    for (const { bytes, facts } of prepared) await pictures.addPrepared(bytes, facts)
    return await insertOnSale(db, creation, prepared)
  } catch (error) {
    await removeUnused(db, pictures, prepared)
    throw error
  }
}
