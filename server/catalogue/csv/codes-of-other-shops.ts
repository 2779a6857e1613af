import type { CodeOwner } from '#server/catalogue/admin/size-code-queries.ts'
import type { StoredProduct, StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'
import type { SizeInput } from '#server/catalogue/csv/csv-products.ts'
import type { LineNote } from '#server/catalogue/other-shops/source-product.ts'

import { findTakenCode } from '#server/catalogue/admin/size-codes.ts'
import { LEFT_OUT } from '#server/catalogue/csv/other-shop-inputs.ts'

/**
 * The product without those of its new codes that name another size already, and a note for each. `owners` has whom
 * each code names, and gets what this product takes.
 */
export function withFreeCodes(
  before: StoredProduct | undefined,
  after: StoredProduct,
  { owners, inputs }: { owners: Map<string, CodeOwner>; inputs: readonly SizeInput[] },
): { after: StoredProduct; notes: LineNote[] } {
  const notes: LineNote[] = []
  const lineOf = ({ size }: StoredSize) =>
    inputs.find((input) => input.size.toLowerCase() === size.toLowerCase())?.line ?? 0
  let sizes = after.sizes
  for (;;) {
    const taken = findTakenCode(before, { ...after, sizes }, owners)
    if (!taken) return { after: { ...after, sizes }, notes }
    const { size, name } = taken
    const had = before?.sizes.find(({ id }) => id === size.id)?.[name] ?? null
    sizes = sizes.map((each) => (each.id === size.id ? { ...each, [name]: had } : each))
    notes.push({ line: lineOf(size), reason: `${name}: ${taken.sentence} ${LEFT_OUT}` })
  }
}
