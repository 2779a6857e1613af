import type { ProductChange } from '#contract/admin-catalogue.ts'
import type { StoredProduct, StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/open.ts'

import { insertSizes, listSoldSizes, removeSizes, writeSizes } from '#server/catalogue/admin/edit-queries.ts'
import { conflict, invalid } from '#server/errors.ts'
import { newId } from '#server/new-id.ts'
import { setStocks } from '#server/inventory/service.ts'

type SizeDrafts = NonNullable<ProductChange['sizes']>

/** A size as it is to be; one that has no row yet carries a new id. */
export interface PlannedSize extends StoredSize {
  isNew: boolean
}

const called = (size: string) => (size === '' ? 'the product' : `size ${size}`)

/**
 * The sizes as they are to be. Throws a conflict (409) where pieces were sold since the form was filled: the number in
 * it would put them back on the shelf. Throws invalid (400) for a size of another product.
 */
export function planSizes(product: StoredProduct, drafts: SizeDrafts): PlannedSize[] {
  const known = new Map(product.sizes.map((size) => [size.id, size]))
  return drafts.map(({ _id, size, stock, was, measurements: given }, index) => {
    const current = _id === undefined ? undefined : known.get(_id)
    known.delete(_id ?? '')
    if (_id !== undefined && !current) {
      const sentence = 'This size is no longer there.'
      throw invalid(sentence, { [`sizes.${index}.size`]: sentence })
    }
    if (!current) return { id: newId(), size, stock, measurements: given ?? null, isNew: true }
    const measurements = given === undefined ? current.measurements : given
    const isSold = was !== undefined && was !== current.stock
    // A stock that was not touched is what it has become; only one that was typed stands against it.
    if (isSold && stock !== was && stock !== current.stock) {
      const sentence = `The stock of ${called(current.size)} is ${current.stock} by now.`
      throw conflict(sentence, { [`sizes.${index}.stock`]: sentence })
    }
    return { ...current, size, stock: isSold ? current.stock : stock, measurements, isNew: false }
  })
}

async function removeUnplanned(db: Db, product: StoredProduct, planned: readonly PlannedSize[]): Promise<void> {
  const kept = new Set(planned.map(({ id }) => id))
  const gone = product.sizes.filter(({ id }) => !kept.has(id))
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  const sold = new Set(await listSoldSizes(db, ids))
  const bound = gone.find(({ id }) => sold.has(id))
  if (bound) {
    const sentence = `Pieces of ${called(bound.size)} have been sold, so it cannot be taken away. Set its stock to 0 instead.`
    throw invalid(sentence, { sizes: sentence })
  }
  await removeSizes(db, ids)
}

/** Makes the sizes of a locked product with locked stock what they are planned to be. */
export async function editSizes(
  db: Db,
  actorId: string,
  product: StoredProduct,
  planned: readonly PlannedSize[],
): Promise<void> {
  await removeUnplanned(db, product, planned)
  const placed = planned.map((size, position) => ({ ...size, position, productId: product.id }))
  const [old, added] = [placed.filter(({ isNew }) => !isNew), placed.filter(({ isNew }) => isNew)]
  await writeSizes(
    db,
    old.map(({ id, size, position, measurements }) => ({
      id,
      size,
      position,
      measurements: measurements ?? undefined,
    })),
  )
  await insertSizes(
    db,
    added.map(({ id, productId, size, position, stock, measurements }) => ({
      id,
      productId,
      size,
      position,
      stock,
      measurements: measurements ?? undefined,
    })),
    actorId,
  )
  await setStocks(
    db,
    old.map(({ id, stock }) => ({ productSizeId: id, to: stock })),
    actorId,
  )
}
