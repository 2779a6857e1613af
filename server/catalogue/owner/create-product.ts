import type { NewProduct, ProductDetail } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'
import type { PreparedPicture } from '#server/catalogue/pictures/prepare-pictures.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Pictures } from '#server/media/pictures.ts'

import { paiseFromRupees } from '#contract/money.ts'
import { recordChange } from '#server/audit/service.ts'
import { findCategoryNamed, lockCategoryNamed } from '#server/catalogue/category-queries.ts'
import { insertProducts, type NewProductRows } from '#server/catalogue/owner/change-queries.ts'
import { preparePictures, withFilesKept } from '#server/catalogue/pictures/prepare-pictures.ts'
import { getProduct } from '#server/catalogue/service.ts'
import { invalid } from '#server/errors.ts'
import { newId } from '#server/new-id.ts'

interface Creation {
  actorId: string
  draft: NewProduct
  /** The files as they were sent, the cover first. */
  uploads: readonly Buffer[]
}

const refuse = (field: string, sentence: string) => invalid(sentence, { [field]: sentence })

const unknownCategory = () => refuse('category', 'This category does not exist.')

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
  return inTransaction(db, async (db) => {
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

/**
 * Puts a new product on sale. Its files are on the disk before its rows are, so that no product is ever seen without
 * them; a refused creation leaves neither. Throws invalid (400) for an unknown category and for what is no picture.
 */
export async function createProduct(
  { db, pictures }: { db: Db; pictures: Pictures },
  creation: Creation,
): Promise<ProductDetail> {
  if (!(await findCategoryNamed(db, creation.draft.category))) throw unknownCategory()
  if (creation.uploads.length === 0) throw refuse('images', 'Please add at least one picture.')
  const prepared = await preparePictures(creation.uploads)
  return withFilesKept({ db, pictures }, prepared, () => insertOnSale(db, creation, prepared))
}
