import type { SizeDraft } from '#app/admin/products/edit-draft.ts'
import { newRowKey } from '#app/admin/products/new-row-key.ts'

const KEY = 'selvedge.new-product'
const FIELDS = ['name', 'price', 'discountedPrice', 'category', 'stock', 'description'] as const

/** The text part of a product that is being created; files cannot be stored. */
export interface SavedDraft {
  fields: Partial<Record<(typeof FIELDS)[number], string>>
  sizes: SizeDraft[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

function sizeIn(value: unknown): SizeDraft[] {
  const { size, stock } = Object(value) as Record<string, unknown>
  return isText(size) && isText(stock) ? [{ key: newRowKey(), size, stock, measurements: {} }] : []
}

/** The saved draft; undefined if there is none or if it cannot be read. */
export function findSavedDraft(storage: Storage): SavedDraft | undefined {
  try {
    const kept = Object(JSON.parse(storage.getItem(KEY) ?? 'null')) as Record<string, unknown>
    const written = Object(kept.fields) as Record<string, unknown>
    const fields = Object.fromEntries(FIELDS.flatMap((name) => (isText(written[name]) ? [[name, written[name]]] : [])))
    const sizes = Array.isArray(kept.sizes) ? kept.sizes.flatMap(sizeIn) : []
    return sizes.length > 0 || Object.values(fields).some((text) => text !== '') ? { fields, sizes } : undefined
  } catch {
    return undefined
  }
}

/** Saves what is typed. A full or forbidden storage is ignored. */
export function saveDraft(storage: Storage, form: FormData, sizes: readonly SizeDraft[]): void {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, form.get(name)]))
  try {
    storage.setItem(KEY, JSON.stringify({ fields, sizes: sizes.map(({ size, stock }) => ({ size, stock })) }))
  } catch {
    // Full or forbidden: the form itself still holds everything.
  }
}

export function deleteSavedDraft(storage: Storage): void {
  storage.removeItem(KEY)
}
