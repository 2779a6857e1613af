import type { CsvChange } from '#contract/catalogue/admin-catalogue.ts'
import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { STORAGE_PLACE } from '#contract/catalogue/labels/storage-place.ts'
import { SIZE_CODE_NAMES, SIZE_CODES } from '#contract/catalogue/labels/size-codes.ts'

/** `size` names what open payments may hold pieces of. */
export type SizedChange = CsvChange & { size?: string }

/** What an import changes of a product's sizes, size by size. */
export function sizeChanges(before: StoredProduct, after: StoredProduct): SizedChange[] {
  return after.sizes.flatMap(({ id, size, stock, storagePlace, ...codes }) => {
    const was = before.sizes.find((each) => each.id === id)
    const what = size === '' ? 'stock' : `stock of ${size}`
    const coded = SIZE_CODE_NAMES.flatMap((name) => {
      const [from, to] = [was?.[name] ?? null, codes[name]]
      const label = SIZE_CODES[name].word
      return to === null || from === to
        ? []
        : [{ what: size === '' ? label : `${label} of ${size}`, from: from ?? 'nothing', to }]
    })
    const [from, to] = [was?.storagePlace ?? null, storagePlace]
    const label = size === '' ? STORAGE_PLACE.word : `${STORAGE_PLACE.word} of ${size}`
    const placed = from === to ? [] : [{ what: label, from: from ?? 'nothing', to: to ?? 'nothing' }]
    const stocked = { what, from: was ? String(was.stock) : 'nothing', to: String(stock), size }
    return [...(was?.stock === stock ? [] : [stocked]), ...placed, ...coded]
  })
}
