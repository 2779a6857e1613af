import type { WantedProduct } from '#app/cart/wanted-product.ts'

const LONGEST_SIZE = 40

/**
 * The query with which the sign-in's and the registration's addresses carry what a visitor wanted to add, for a browser that
 * keeps nothing because it runs no JavaScript. Empty where nothing is wanted.
 */
export function wantedQuery(wanted: WantedProduct | undefined): string {
  if (!wanted) return ''
  const { productId, size } = wanted
  return `?${new URLSearchParams({ product: productId, ...(size && { size }) })}`
}

/**
 * What a query asks to add after the sign-in. Anything that is no id of a product is as if it were not there, so an address
 * can name a product, and never another page.
 */
export function wantedIn(query: string): WantedProduct | undefined {
  const values = new URLSearchParams(query)
  const productId = values.get('product') ?? ''
  const size = values.get('size')?.slice(0, LONGEST_SIZE)
  return /^[\da-f]{24}$/.test(productId) ? { productId, ...(size && { size }) } : undefined
}
