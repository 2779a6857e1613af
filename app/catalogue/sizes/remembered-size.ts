import { readJson, saveText } from '#app/api/device-storage.ts'
import type { SizeStock } from '#contract/catalogue/catalogue.ts'

const KEY = 'sizes'
/** A person wears a handful of sizes: of shirts, of trousers, of shoes. */
const MAX_SIZES = 8

function savedSizes(storage: Storage): unknown[] {
  const value = readJson(storage, KEY)
  return Array.isArray(value) ? value : []
}

const isIn = (sizes: readonly SizeStock[], one: unknown) => sizes.some(({ size }) => size === one)

/** Saves the size that was chosen last on this device, in place of the others that the product comes in. */
export function saveSize(chosen: string, sizes: readonly SizeStock[], storage: Storage): void {
  const others = savedSizes(storage).filter((one) => !isIn(sizes, one))
  saveText(storage, KEY, JSON.stringify([chosen, ...others].slice(0, MAX_SIZES)), 'The size could not be saved.')
}

/** Of the product's sizes the one that was chosen last on this device; undefined where it is sold out. */
export function rememberedSize(sizes: readonly SizeStock[], storage: Storage): string | undefined {
  const last = savedSizes(storage).find((one) => isIn(sizes, one))
  return sizes.find(({ size, stock }) => size === last && stock > 0)?.size
}
