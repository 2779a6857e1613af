import type { EditableProduct, ProductChange } from '#contract/admin-catalogue.ts'
import type { Change } from '#server/catalogue/admin/change-product.ts'
import type { PreparedPicture } from '#server/catalogue/pictures/prepare-pictures.ts'
import type { StoredPicture, StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Pictures } from '#server/media/pictures.ts'

import { paiseFromRupees } from '#contract/money.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { recordChange } from '#server/audit/service.ts'
import { findAdminRow } from '#server/catalogue/admin/admin-list-queries.ts'
import { replacePictures } from '#server/catalogue/admin/edit-queries.ts'
import { editSizes, planSizes } from '#server/catalogue/admin/edit-sizes.ts'
import { preparePictures, withStoredFiles } from '#server/catalogue/pictures/prepare-pictures.ts'
import { differenceOf } from '#server/catalogue/admin/audited-fields.ts'
import { presentAdminProduct } from '#server/catalogue/product-view.ts'
import {
  lockCategoriesById,
  listStored,
  lockStored,
  writeStored,
} from '#server/catalogue/admin/stored-product-queries.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { lockStock } from '#server/inventory/service.ts'

const refuse = (field: string, sentence: string) => invalid(sentence, { [field]: sentence })

/** A product with what its form needs, on sale or deleted; throws not-found (404). */
export async function getEditable(db: Db, productId: string): Promise<EditableProduct> {
  const row = await findAdminRow(db, productId)
  const [stored] = await listStored(db, [productId])
  if (!row || !stored) throw notFound('Product')
  const sizeRows = stored.sizes.map(({ id, ...size }) => ({ _id: id, ...size }))
  return { ...presentAdminProduct(row), sizeRows }
}

/** The product kept from others until the transaction ends, its stock too; as the form knew it, or a conflict (409). */
async function lockFor(db: Db, { productId }: Change, { revision, sizes }: ProductChange): Promise<StoredProduct> {
  const [locked] = await lockStored(db, [productId])
  if (!locked) throw notFound('Product')
  if (locked.deletedAt) throw conflict('This product has been deleted. Restore it first.')
  if (locked.revision !== revision) {
    throw conflict('Somebody else has changed this product meanwhile. Please look at it again.')
  }
  if (!sizes) return locked
  await lockStock(
    db,
    locked.sizes.map(({ id }) => id),
  )
  const [fresh] = await listStored(db, [productId])
  if (!fresh) throw notFound('Product')
  return fresh
}

function pricesOf(product: StoredProduct, { price, discountedPrice }: ProductChange) {
  const pricePaise = price === undefined ? product.pricePaise : paiseFromRupees(price)
  const kept = discountedPrice === undefined ? product.discountedPricePaise : null
  const discountedPricePaise = typeof discountedPrice === 'number' ? paiseFromRupees(discountedPrice) : kept
  if ((discountedPricePaise ?? 0) > pricePaise) {
    throw refuse('discountedPrice', WORDINGS.products.discountOutOfRange)
  }
  return { pricePaise, discountedPricePaise }
}

function picturesOf(
  product: StoredProduct,
  drafts: NonNullable<ProductChange['pictures']>,
  prepared: readonly PreparedPicture[],
): StoredPicture[] {
  const used = drafts.flatMap(({ upload }) => upload ?? [])
  if (used.length !== prepared.length || new Set(used).size !== used.length) {
    throw refuse('pictures', 'The pictures and their files do not belong together.')
  }
  return drafts.map(({ kept, upload, alt }) => {
    const facts = upload === undefined ? undefined : prepared[upload]?.facts
    const old = kept === undefined ? undefined : product.pictures[kept]
    if (Boolean(facts) === Boolean(old)) throw refuse('pictures', 'This picture is no longer there.')
    if (old) return { ...old, alt }
    const { hash = '', width = 0, height = 0, thumbhash = '' } = facts ?? {}
    return { pictureHash: hash, width, height, thumbhash, alt }
  })
}

/** The optional fields as they are to be; one that is left out stays. */
function detailsOf(product: StoredProduct, change: ProductChange) {
  const chosen = (name: 'colour' | 'fabric' | 'fit' | 'care' | 'hsn' | 'origin') => {
    const value = change[name]
    return value === undefined ? product[name] : value
  }
  return {
    name: change.name ?? product.name,
    description: change.description ?? product.description,
    colour: chosen('colour'),
    fabric: chosen('fabric'),
    fit: chosen('fit'),
    care: chosen('care'),
    hsn: chosen('hsn'),
    origin: chosen('origin'),
  }
}

async function categoryFor(db: Db, { category }: ProductChange) {
  if (category === undefined) return {}
  const [kept] = await lockCategoriesById(db, [category])
  if (!kept) throw refuse('category', 'This category does not exist.')
  return { categoryId: kept.id, categoryName: kept.name }
}

async function apply(
  db: Db,
  change: Change,
  wish: ProductChange,
  prepared: readonly PreparedPicture[],
): Promise<EditableProduct> {
  return inTransaction(db, async (db) => {
    const category = await categoryFor(db, wish)
    const before = await lockFor(db, change, wish)
    const sizes = wish.sizes ? planSizes(before, wish.sizes) : undefined
    if (!wish.pictures && prepared.length > 0) throw refuse('pictures', 'The pictures have no places.')
    const after: StoredProduct = {
      ...before,
      ...category,
      ...detailsOf(before, wish),
      ...pricesOf(before, wish),
      ...(sizes && { sizes }),
      ...(wish.pictures && { pictures: picturesOf(before, wish.pictures, prepared) }),
    }
    const difference = differenceOf(before, after)
    if (!difference) return getEditable(db, before.id)
    if (sizes) await editSizes(db, change.actorId, before, sizes)
    if (wish.pictures) await replacePictures(db, before.id, after.pictures)
    await writeStored(db, [after])
    await recordChange(db, {
      actorId: change.actorId,
      action: 'edit product',
      subjectType: 'product',
      subjectId: before.id,
      ...difference,
    })
    return getEditable(db, before.id)
  })
}

/**
 * Changes any field of a product that is on sale, in one transaction. Throws a conflict (409) where somebody else has
 * changed it since `revision`, or sold pieces of a size whose stock was typed; then nothing has changed. Throws invalid
 * (400) with the faulty fields.
 */
export async function editProduct(
  shop: { db: Db; pictures: Pictures },
  change: Change,
  wish: ProductChange,
  uploads: readonly Buffer[],
): Promise<EditableProduct> {
  const prepared = await preparePictures(uploads)
  return withStoredFiles(shop, prepared, () => apply(shop.db, change, wish, prepared))
}
