import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'
import type { ProductInput, Reason, SizeInput } from '#server/catalogue/csv/csv-products.ts'

import { FIELD_NAMES, fieldOf } from '#contract/catalogue/product-fields.ts'
import { writtenFields } from '#server/catalogue/admin/stored-product.ts'
import { hasLostLetters, LETTERS_LOST } from '#server/http/csv/lost-letters.ts'

function isLostInSize({ size, storagePlace, measurements }: SizeInput, stored: StoredProduct['sizes']) {
  const known = stored.find((each) => each.size.toLowerCase() === size.toLowerCase())
  return {
    size: !known && ['', ...stored.map((each) => each.size)].some((each) => hasLostLetters(size, each)),
    storage_place: hasLostLetters(storagePlace ?? '', known?.storagePlace ?? ''),
    measurements: Object.keys(measurements ?? {}).some((name) => hasLostLetters(name)),
  }
}

/** Why a product stays as it is: of these texts a spreadsheet has taken the letters. */
export function lostLettersIn(input: ProductInput, before: StoredProduct | undefined): Reason[] {
  const stored: Record<string, string | number | null> = before ? writtenFields(before) : {}
  const given = { ...input.fields, category: input.categoryName }
  const fields = FIELD_NAMES.filter((name) => {
    const text = given[name]
    return typeof text === 'string' && hasLostLetters(text, String(stored[name] ?? ''))
  }).map((name) => ({
    line: input.lines[0] ?? 0,
    reason: `${input.source ? fieldOf(name).label : fieldOf(name).csv}: ${LETTERS_LOST}`,
  }))
  const sizes = input.sizes.flatMap((size) =>
    Object.entries(isLostInSize(size, before?.sizes ?? [])).flatMap(([column, isLost]) =>
      isLost ? [{ line: size.line, reason: `${column}: ${LETTERS_LOST}` }] : [],
    ),
  )
  return [...fields, ...sizes]
}
