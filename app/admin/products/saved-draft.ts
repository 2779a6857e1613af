import { newDraft, newRowKey, type Draft, type SizeDraft } from '#app/admin/products/product-draft.ts'
import { eachField } from '#contract/catalogue/product-fields.ts'

const KEY = 'selvedge.new-product'

const isText = (value: unknown): value is string => typeof value === 'string'
const recordIn = (value: unknown) => Object(value) as Record<string, unknown>

/** The codes and the place of a size. */
const namedIn = ({ sku, barcode, storagePlace }: Record<string, unknown>) => ({
  ...(isText(sku) && { sku }),
  ...(isText(barcode) && { barcode }),
  ...(isText(storagePlace) && { storagePlace }),
})

function sizeIn(value: unknown): SizeDraft[] {
  const { size, stock, measurements, ...named } = recordIn(value)
  if (!isText(size) || !isText(stock)) return []
  const measured = Object.entries(recordIn(measurements)).filter((entry): entry is [string, string] => isText(entry[1]))
  return [{ key: newRowKey(), size, stock, measurements: Object.fromEntries(measured), ...namedIn(named) }]
}

/** The saved draft of a product that is being created; undefined if there is none or if it cannot be read. */
export function findSavedDraft(storage: Storage): Draft | undefined {
  try {
    const saved = recordIn(JSON.parse(storage.getItem(KEY) ?? 'null'))
    const written = recordIn(saved.fields)
    const fields = eachField((name) => (isText(written[name]) ? written[name] : ''))
    const stock = isText(saved.stock) ? saved.stock : ''
    const named = namedIn(saved)
    const sizes = Array.isArray(saved.sizes) ? saved.sizes.flatMap(sizeIn) : []
    const isEmpty =
      sizes.length === 0 && [stock, ...Object.values(named), ...Object.values(fields)].every((text) => text === '')
    return isEmpty ? undefined : { ...newDraft(), fields, stock, ...named, sizes }
  } catch {
    return undefined
  }
}

/** Saves what is typed, except files. A full or forbidden storage is ignored. */
export function saveDraft(storage: Storage, { fields, stock, sku, barcode, storagePlace, sizes }: Draft): void {
  try {
    storage.setItem(KEY, JSON.stringify({ fields, stock, sku, barcode, storagePlace, sizes }))
  } catch {
    // Full or forbidden: the form itself still holds everything.
  }
}

export function deleteSavedDraft(storage: Storage): void {
  storage.removeItem(KEY)
}
