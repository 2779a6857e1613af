import type { z } from 'zod'

import type { GarmentLabelsQuery } from '#contract/catalogue/labels/garment-labels.ts'
import type { Shop } from '#server/start/shop.ts'
import type { DrawsPdfs } from '#server/documents/service.ts'

import { MAX_LABELS, labelFormat } from '#contract/catalogue/labels/label-formats.ts'
import { pricesOf } from '#server/catalogue/admin/stored-product.ts'
import { listStored } from '#server/catalogue/admin/stored-product-queries.ts'
import { invalidField, notFound } from '#server/errors.ts'
import { PDF, type SavedFile } from '#server/http/responses/send-file.ts'

/**
 * The labels of the sizes of these products as one PDF, in the sequence of the ids. Throws not-found for an unknown id,
 * and invalid (400) for more labels than a file may have, and for none.
 */
export async function getGarmentLabels(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  drawer: DrawsPdfs,
  { ids, sheet, copies, used }: z.output<typeof GarmentLabelsQuery>,
): Promise<SavedFile> {
  const products = await listStored(db, ids)
  if (products.length < ids.length) throw notFound('Product')
  const labels = products.flatMap((product) =>
    product.sizes.map(({ size, stock, sku, barcode }) => ({
      name: product.name,
      size,
      colour: product.colour ?? '',
      price: pricesOf(product).price,
      sku: sku ?? '',
      barcode: barcode ?? '',
      copies: copies === 'stock' ? stock : copies,
    })),
  )
  const count = labels.reduce((sum, label) => sum + label.copies, 0)
  if (count === 0) {
    throw invalidField('copies', 'No piece of these products is in stock, so there is no label to print.')
  }
  if (count > MAX_LABELS) {
    throw invalidField('copies', `These are ${count} labels; print at most ${MAX_LABELS} at a time.`)
  }
  const { columns, rows } = labelFormat(sheet)
  const { shopName } = settings.current()
  const content = await drawer.draw({ kind: 'garment labels', labels, sheet, used: used % (columns * rows), shopName })
  return { type: PDF, fileName: 'labels.pdf', content }
}
