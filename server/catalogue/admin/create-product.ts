import { altFromName } from '#contract/catalogue/picture-alt.ts'
import { createHash } from 'node:crypto'

import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { NewProduct } from '#contract/catalogue/product-input.ts'
import type { KnownCategory, StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/database.ts'
import type { Uploads } from '#server/http/uploaded-form.ts'
import type { Pictures, PreparedPicture } from '#server/media/stored-pictures.ts'

import { getAdminProduct } from '#server/catalogue/admin/admin-product.ts'
import { missingFactsWarning, type PublishContext } from '#server/catalogue/admin/publish-check.ts'
import { claimIdempotencyKey } from '#server/db/idempotency-queries.ts'
import { lockForSaving, saveProducts, unknownCategory } from '#server/catalogue/admin/save-products.ts'
import { auditedFields, inCategory, newProduct, stockOf, withFields } from '#server/catalogue/admin/stored-product.ts'
import { findCategoryNamed } from '#server/catalogue/category-queries.ts'
import { preparePictures, withStoredFiles } from '#server/catalogue/pictures/uploaded-pictures.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { invalidField, keyUsedOtherwise } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'

interface Creation {
  actorId: string
  input: NewProduct
  /** The files as they were sent, the cover first. */
  uploads: Uploads
  /** The same key creates one product, however often the call is repeated within a day. */
  idempotencyKey?: string | undefined
}

interface Created {
  product: AdminProduct
  /** The facts that the law demands and it lacks, as a sentence, if the shop checks them. */
  lacking?: string | undefined
}

/** The new product. One without sizes gets a single size with an empty name. */
function productOf(
  category: KnownCategory,
  { category: _category, stock = 0, sizes = [], sku, barcode, storagePlace, alts = [], ...fields }: NewProduct,
  pictures: readonly PreparedPicture[],
): StoredProduct {
  const written: NonNullable<NewProduct['sizes']> =
    sizes.length > 0 ? sizes : [{ size: '', stock, sku, barcode, storagePlace }]
  return {
    ...inCategory(withFields(newProduct(), fields), category),
    sizes: written.map((each) => ({
      ...each,
      id: newId(),
      measurements: each.measurements ?? null,
      sku: each.sku ?? null,
      barcode: each.barcode ?? null,
      storagePlace: each.storagePlace ?? null,
    })),
    pictures: pictures.map(({ facts: { hash, ...facts } }, index) => ({
      ...facts,
      pictureHash: hash,
      alt: alts[index]?.trim() || altFromName(fields.name, index),
    })),
  }
}

/**
 * The request that is stored with an idempotency key: a hash of everything that was sent. The new product's id is
 * appended.
 */
function requestOf({ input, uploads }: Creation): string {
  const hash = createHash('sha256').update(JSON.stringify(input))
  for (const file of uploads.files) hash.update(createHash('sha256').update(file).digest())
  return `new product ${hash.digest('hex')} `
}

/** The current state of the product that an earlier call with this key created. The first call claims the key. */
async function findRepeated(db: Db, creation: Creation, productId: string): Promise<AdminProduct | undefined> {
  const { actorId, idempotencyKey: key } = creation
  if (key === undefined) return undefined
  const request = requestOf(creation)
  const used = await claimIdempotencyKey(db, { userId: actorId, key, request: request + productId })
  if (used === undefined) return undefined
  if (!used.startsWith(request)) throw keyUsedOtherwise()
  return getAdminProduct(db, used.slice(request.length))
}

async function storeProduct(
  { db, settings }: PublishContext,
  creation: Creation,
  product: StoredProduct,
): Promise<Created> {
  return inTransaction(db, async (db) => {
    const repeated = await findRepeated(db, creation, product.id)
    if (repeated) return { product: repeated }
    const { categories } = await lockForSaving(db, { categories: [product.categoryId] })
    const audited = { after: { ...auditedFields(product), stock: stockOf(product) } }
    await saveProducts(db, creation.actorId, [{ before: undefined, after: product, action: 'create product', audited }])
    const isLackingTold = settings.current().isPublishChecked && !product.isDraft
    const defaults = categories[0]?.defaults ?? {}
    return {
      product: await getAdminProduct(db, product.id),
      lacking: isLackingTold ? missingFactsWarning({ ...product, defaults }) : undefined,
    }
  })
}

/**
 * Creates a product, on sale unless it is a draft. Its files are stored before its rows, so a product never appears
 * without its pictures; a refused product leaves neither. Throws invalid (400) for an unknown category or a file that
 * is no picture, and a conflict (409) for a key that was used for another request.
 */
export async function createProduct(
  shop: PublishContext & { pictures: Pictures },
  creation: Creation,
): Promise<Created> {
  const { db, pictures } = shop
  const { input, uploads } = creation
  const category = await findCategoryNamed(db, input.category)
  if (!category) throw unknownCategory()
  if (uploads.files.length === 0 && !input.isDraft) throw invalidField('images', 'Please add at least one picture.')
  if ((input.alts?.length ?? 0) > uploads.files.length) {
    throw invalidField('alts', 'There are more alternative texts than pictures.')
  }
  const prepared = await preparePictures(pictures, uploads)
  const product = productOf({ id: category._id, name: category.name, defaults: {} }, input, prepared)
  return withStoredFiles({ db, pictures }, prepared, () => storeProduct(shop, creation, product))
}
