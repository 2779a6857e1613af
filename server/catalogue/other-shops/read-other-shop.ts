import type { CsvFile } from '#server/http/csv/csv-file.ts'
import type { OtherShopCsv, SourceProduct } from '#server/catalogue/other-shops/source-product.ts'

import { invalidField } from '#server/errors.ts'
import { headingKeys } from '#server/catalogue/other-shops/read-columns.ts'
import { isShopifyProducts, readShopifyProducts } from '#server/catalogue/other-shops/shopify-products.ts'
import { isWooCommerceProducts, readWooCommerceProducts } from '#server/catalogue/other-shops/woocommerce-products.ts'

const isCustomers = (keys: readonly string[]) => keys.includes('email') && keys.includes('accepts email marketing')

/** Refuses each product that has a name there that an earlier line of the file has too. */
function withoutRepeated(products: readonly SourceProduct[]): SourceProduct[] {
  const lineOf = new Map<string, number>()
  return products.map((product) => {
    const { lines, keys, colourKey, refusals } = product
    const [line = 0] = lines
    if (refusals.length > 0) return product
    const names = keys.map((key) => JSON.stringify([key, colourKey]))
    const earlier = names.map((name) => lineOf.get(name)).find((each) => each !== undefined)
    for (const name of names) if (!lineOf.has(name)) lineOf.set(name, line)
    if (earlier === undefined) return product
    const reason = `It repeats line ${earlier}: the same product of that shop.`
    return { ...product, refusals: [{ line, reason }] }
  })
}

/**
 * Reads the export of another shop, which is known by its headings; undefined for any other sheet. Throws invalid (400)
 * for a list of customers.
 */
export function readOtherShop(sheet: CsvFile): OtherShopCsv | undefined {
  const keys = headingKeys(sheet)
  const read = isShopifyProducts(keys)
    ? readShopifyProducts
    : isWooCommerceProducts(keys)
      ? readWooCommerceProducts
      : undefined
  if (read) {
    const { products, ...others } = read(sheet)
    return { ...others, products: withoutRepeated(products) }
  }
  if (isCustomers(keys)) throw invalidField('sheet', 'These are customers. Import them at “Import customers”.')
  return undefined
}
