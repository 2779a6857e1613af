import type { WantedProduct } from '#app/cart/wanted-product-storage.ts'

const MAX_SIZE_CHARACTERS = 40

/**
 * The query that carries the wanted product to the sign-in and registration pages, for browsers without JavaScript.
 * Empty if there is none.
 */
export function wantedQuery(wanted: WantedProduct | undefined): string {
  if (!wanted) return ''
  const { productId, size, wantsMail } = wanted
  return `?${new URLSearchParams({ product: productId, ...(size && { size }), ...(wantsMail && { mail: 'back' }) })}`
}

/**
 * The product that a query asks to add, or to wait for, after the sign-in. Anything that is not a product id is
 * ignored, so the query cannot redirect to another page.
 */
export function wantedIn(query: string): WantedProduct | undefined {
  const values = new URLSearchParams(query)
  const productId = values.get('product') ?? ''
  const size = values.get('size')?.slice(0, MAX_SIZE_CHARACTERS)
  if (!/^[\da-f]{24}$/.test(productId)) return undefined
  return { productId, ...(size && { size }), ...(values.get('mail') === 'back' && { wantsMail: true }) }
}
