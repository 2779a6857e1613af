import type { LineNote } from '#server/catalogue/other-shops/source-product.ts'

import { typeOf, type WooRow } from '#server/catalogue/other-shops/woocommerce-columns.ts'
import { lostDigitsOf } from '#server/http/csv/csv-cells.ts'

/** A product with its variations. */
export interface Family {
  row: WooRow
  variations: WooRow[]
  /** The SKU by which it is found again; '' where it has none that names it alone. */
  sku: string
  /** Why the SKU of its line names nothing. */
  fault: string | undefined
}

const SHARED = 'is the SKU of several products of this file, so nothing says which of them is meant.'

const hasVariations = (row: WooRow) => typeOf(row).base === 'variable'

/** The SKUs that several products have. A line that repeats a product is the same one. */
function sharedSkus(products: readonly WooRow[]): Set<string> {
  const nameOf = (row: WooRow) => row.cell('id') || (hasVariations(row) ? `line ${row.line}` : '')
  const bySku = Map.groupBy(products, (row) => row.cell('sku'))
  return new Set([...bySku].flatMap(([sku, rows]) => (new Set(rows.map(nameOf)).size > 1 ? [sku] : [])))
}

/**
 * Each product with its variations, which name it by its SKU or by `id:NUMBER`; and the variations that name none, with
 * the reason. A SKU that a spreadsheet has shortened names nothing, nor does one that several products have.
 */
export function familiesOf(rows: readonly WooRow[]): { families: Family[]; lost: { row: WooRow; note: LineNote }[] } {
  const [products, variations] = [false, true].map((is) =>
    rows.filter((row) => (typeOf(row).base === 'variation') === is),
  )
  const shared = sharedSkus(products ?? [])
  const faultOf = (sku: string) =>
    lostDigitsOf(sku) ?? (sku !== '' && shared.has(sku) ? `“${sku.slice(0, 60)}” ${SHARED}` : undefined)
  const families = (products ?? []).map((row): Family => {
    const fault = faultOf(row.cell('sku'))
    return { row, variations: [], sku: fault === undefined ? row.cell('sku') : '', fault }
  })
  const named = new Map<string, Family>()
  for (const family of families) {
    const id = family.row.cell('id')
    for (const name of [family.sku, id && `id:${id}`]) if (name && !named.has(name)) named.set(name, family)
  }
  const lost = (variations ?? []).flatMap((row) => {
    const parent = row.cell('parent')
    const family = named.get(parent)
    family?.variations.push(row)
    if (family) return []
    const fault = faultOf(parent)
    const missing = parent
      ? `Its product “${parent.slice(0, 60)}” is not in the file.`
      : 'It names no product that it belongs to.'
    return [{ row, note: { line: row.line, reason: fault === undefined ? missing : `parent: ${fault}` } }]
  })
  return { families, lost }
}

/** Why a product does not come along that nothing names, or whose variations nothing gives to it. */
export function namelessOf({ row, variations, sku, fault }: Family): LineNote[] {
  const { line } = row
  if (fault !== undefined && (row.cell('id') === '' || (hasVariations(row) && variations.length === 0))) {
    return [{ line, reason: `sku: ${fault}` }]
  }
  if (sku || row.cell('id')) return []
  return [{ line, reason: 'It has neither a SKU nor an ID, so nothing would find it again.' }]
}
