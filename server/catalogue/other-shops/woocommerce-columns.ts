import type { Row } from '#server/catalogue/other-shops/read-columns.ts'

export const COLUMNS = {
  id: ['id'],
  type: ['type'],
  sku: ['sku'],
  barcode: ['gtin, upc, ean, or isbn'],
  name: ['name'],
  published: ['published'],
  visibility: ['visibility in catalog', 'visibility in catalogue'],
  short: ['short description'],
  description: ['description'],
  saleStarts: ['date sale price starts'],
  saleEnds: ['date sale price ends'],
  taxStatus: ['tax status'],
  taxClass: ['tax class'],
  isInStock: ['in stock?'],
  stock: ['stock'],
  backorders: ['backorders allowed?'],
  salePrice: ['sale price'],
  regularPrice: ['regular price'],
  categories: ['categories'],
  tags: ['tags'],
  images: ['images'],
  parent: ['parent'],
  externalUrl: ['external url'],
} as const

export type WooRow = Row<keyof typeof COLUMNS>

/**
 * The parts of a cell that hold several by comma; a comma inside of one is escaped. `mark` is what stands between two.
 */
export const partsIn = (text: string, mark: RegExp = /(?<!\\),/): string[] =>
  text
    .split(mark)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter(Boolean)

/** The type of a line, such as `simple, downloadable, virtual`. */
export function typeOf(row: WooRow): { base: string; isWithoutGoods: boolean } {
  const parts = row
    .cell('type')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const base = parts.find((part) => part !== 'virtual' && part !== 'downloadable') ?? ''
  return { base, isWithoutGoods: parts.includes('virtual') || parts.includes('downloadable') }
}
