/** A size of a product, as an agent names it. A product without sizes has one whose size is ''. */
interface VariantName {
  productId: string
  size: string
}

/**
 * The id of a size for agents. It holds what it stands for, so an id that an agent has kept means the same for ever.
 */
export const variantId = ({ productId, size }: VariantName): string => `${productId}-${encodeURIComponent(size)}`

/** What an id stands for; undefined for one that is none. The product need not exist. */
export function readVariantId(id: string): VariantName | undefined {
  const [, productId, size] = /^([^-]+)-(.*)$/s.exec(id) ?? []
  if (productId === undefined || size === undefined) return undefined
  try {
    const name = { productId, size: decodeURIComponent(size) }
    // The database stores no NUL, so no product has one.
    return name.size.includes('\0') ? undefined : name
  } catch {
    return undefined
  }
}
