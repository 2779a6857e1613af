import type { EditableProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { ProductChange } from '#contract/catalogue/product-input.ts'
import type { StoredPicture, StoredProduct, StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Uploads } from '#server/http/uploaded-form.ts'
import type { Pictures, PreparedPicture } from '#server/media/stored-pictures.ts'

import { getEditable } from '#server/catalogue/admin/admin-product.ts'
import { checkPublishable, type PublishContext } from '#server/catalogue/admin/publish-check.ts'
import {
  checkRevision,
  lockForSaving,
  saveProducts,
  sizeInWords,
  type Change,
} from '#server/catalogue/admin/save-products.ts'
import { differenceOf, inCategory, withFields } from '#server/catalogue/admin/stored-product.ts'
import { preparePictures, withStoredFiles } from '#server/catalogue/pictures/uploaded-pictures.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'

/**
 * The new sizes. Throws a conflict (409) if pieces were sold after the form was filled and a stock was typed, because
 * that number would put them on sale again. Throws invalid (400) for a size of another product.
 */
function sizesAfter(product: StoredProduct, inputs: NonNullable<ProductChange['sizes']>): StoredSize[] {
  const unused = new Map(product.sizes.map((size) => [size.id, size]))
  return inputs.map(({ _id, size, stock, was, measurements, sku, barcode, storagePlace }, index) => {
    if (_id === undefined) {
      return {
        id: newId(),
        size,
        stock,
        measurements: measurements ?? null,
        sku: sku ?? null,
        barcode: barcode ?? null,
        storagePlace: storagePlace ?? null,
      }
    }
    const current = unused.get(_id)
    unused.delete(_id)
    if (!current) throw invalidField(`sizes.${index}.size`, 'This size is no longer there.')
    const isSold = was !== undefined && was !== current.stock
    // A stock that was not typed stays as the sale left it. A typed one would undo the sale.
    if (isSold && stock !== was && stock !== current.stock) {
      const sentence = `The stock of ${sizeInWords(current.size)} is ${current.stock} by now.`
      throw conflictIn(`sizes.${index}.stock`, sentence)
    }
    return {
      id: current.id,
      size,
      stock: isSold ? current.stock : stock,
      measurements: measurements === undefined ? current.measurements : measurements,
      sku: sku === undefined ? current.sku : sku,
      barcode: barcode === undefined ? current.barcode : barcode,
      storagePlace: storagePlace === undefined ? current.storagePlace : storagePlace,
    }
  })
}

function picturesAfter(
  product: StoredProduct,
  inputs: NonNullable<ProductChange['pictures']>,
  prepared: readonly PreparedPicture[],
): StoredPicture[] {
  const used = inputs.flatMap(({ upload }) => upload ?? [])
  if (used.length !== prepared.length || new Set(used).size !== used.length) {
    throw invalidField('pictures', 'The pictures and their files do not belong together.')
  }
  return inputs.map(({ kept: place, upload, alt }) => {
    const facts = upload === undefined ? undefined : prepared[upload]?.facts
    const old = place === undefined ? undefined : product.pictures[place]
    if (Boolean(facts) === Boolean(old)) throw invalidField('pictures', 'This picture is no longer there.')
    if (old) return { ...old, alt }
    const { hash = '', width = 0, height = 0, thumbhash = '' } = facts ?? {}
    return { pictureHash: hash, width, height, thumbhash, alt }
  })
}

async function applyChange(
  { db, settings }: PublishContext,
  { actorId, productId }: Change,
  { revision, category: categoryId, sizes, pictures, ...fields }: ProductChange,
  prepared: readonly PreparedPicture[],
): Promise<EditableProduct> {
  return inTransaction(db, async (db) => {
    const locked = await lockForSaving(db, {
      categories: categoryId === undefined ? [] : [categoryId],
      products: [productId],
      withStock: sizes !== undefined,
    })
    const [before] = locked.products
    const [category] = locked.categories
    if (!before) throw notFound('Product')
    if (before.deletedAt) throw conflict('This product has been deleted. Restore it first.')
    checkRevision(before, revision)
    if (!pictures && prepared.length > 0) throw invalidField('pictures', 'The pictures have no places.')
    const written = withFields(category ? inCategory(before, category) : before, fields)
    const after = {
      ...written,
      ...(sizes && { sizes: sizesAfter(before, sizes) }),
      ...(pictures && { pictures: picturesAfter(before, pictures, prepared) }),
    }
    checkPublishable(before, after, settings.current().isPublishChecked)
    if (pictures?.length === 0 && !after.isDraft) {
      throw invalidField('pictures', 'A product needs at least one picture.')
    }
    if (differenceOf(before, after)) {
      await saveProducts(db, actorId, [{ before, after, action: 'edit product' }])
    }
    return getEditable(db, productId)
  })
}

/**
 * Changes any field of a product that is not deleted, and whether it is on sale, in one transaction. Throws a conflict
 * (409) and changes nothing if somebody else has changed the product since `revision`, or if pieces were sold of a size
 * whose stock was typed. Throws invalid (400) with the faulty fields, and for a draft that lacks something to go on
 * sale.
 */
export async function editProduct(
  shop: PublishContext & { pictures: Pictures },
  change: Change,
  input: ProductChange,
  uploads: Uploads,
): Promise<EditableProduct> {
  const prepared = await preparePictures(shop.pictures, uploads)
  return withStoredFiles(shop, prepared, () => applyChange(shop, change, input, prepared))
}
