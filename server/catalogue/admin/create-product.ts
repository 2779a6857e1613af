import { createHash } from 'node:crypto'

import type { NewProduct, ProductDetail } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'
import type { PreparedPicture } from '#server/catalogue/pictures/prepare-pictures.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Pictures } from '#server/media/pictures.ts'

import { paiseFromRupees } from '#contract/money.ts'
import { recordChange } from '#server/audit/service.ts'
import { findCategoryNamed, lockCategoryNamed } from '#server/catalogue/category-queries.ts'
import { insertProducts, type NewProductRows } from '#server/catalogue/admin/change-queries.ts'
import { preparePictures, withStoredFiles } from '#server/catalogue/pictures/prepare-pictures.ts'
import { getProduct } from '#server/catalogue/service.ts'
import { claimIdempotencyKey } from '#server/catalogue/admin/idempotency-queries.ts'
import { invalid, keyUsedOtherwise } from '#server/errors.ts'
import { newId } from '#server/new-id.ts'

interface Creation {
  actorId: string
  draft: NewProduct
  /** The files as they were sent, the cover first. */
  uploads: readonly Buffer[]
  /** The same key puts one product on sale, however often the call is repeated within a day. */
  idempotencyKey?: string | undefined
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

/** What a key stands for: everything that was sent. The id of what came of it follows after. */
function requestOf({ draft, uploads }: Creation): string {
  const hash = createHash('sha256').update(JSON.stringify(draft))
  for (const upload of uploads) hash.update(createHash('sha256').update(upload).digest())
  return `new product ${hash.digest('hex')} `
}

/** The product that an earlier call with this key put on sale, as it is now; a key is taken by the call that is first. */
async function findRepeated(db: Db, creation: Creation, productId: string): Promise<ProductDetail | undefined> {
  const { actorId, idempotencyKey: key } = creation
  if (key === undefined) return undefined
  const request = requestOf(creation)
  const used = await claimIdempotencyKey(db, { userId: actorId, key, request: request + productId })
  if (used === undefined) return undefined
  if (!used.startsWith(request)) throw keyUsedOtherwise()
  return getProduct(db, used.slice(request.length))
}

async function insertOnSale(db: Db, creation: Creation, pictures: readonly PreparedPicture[]): Promise<ProductDetail> {
  const { actorId, draft } = creation
  return inTransaction(db, async (db) => {
    const productId = newId()
    const repeated = await findRepeated(db, creation, productId)
    if (repeated) return repeated
    const category = await lockCategoryNamed(db, draft.category, 'staying')
    if (!category) throw unknownCategory()
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
 * them; a refused creation leaves neither. Throws invalid (400) for an unknown category and for what is no picture, and a
 * conflict (409) for a key that was used for something else.
 */
export async function createProduct(
  { db, pictures }: { db: Db; pictures: Pictures },
  creation: Creation,
): Promise<ProductDetail> {
  if (!(await findCategoryNamed(db, creation.draft.category))) throw unknownCategory()
  if (creation.uploads.length === 0) throw refuse('images', 'Please add at least one picture.')
  const prepared = await preparePictures(creation.uploads)
  return withStoredFiles({ db, pictures }, prepared, () => insertOnSale(db, creation, prepared))
}
