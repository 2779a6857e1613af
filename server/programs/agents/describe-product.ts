import type { Product } from '#contract/catalogue/catalogue.ts'
import type { CatalogFulfillment } from '#server/programs/agents/fulfillment.ts'

import { paiseFromRupees, paidPrice } from '#contract/units/money.ts'
import { variantId } from '#server/programs/agents/variant-id.ts'

export const CURRENCY = 'INR'
export const SIZE_OPTION = 'Size'

/** What a product needs to be shown to an agent. */
export type Described = Pick<
  Product,
  | '_id'
  | 'name'
  | 'description'
  | 'price'
  | 'discountedPrice'
  | 'category'
  | 'stock'
  | 'sizes'
  | 'images'
  | 'pictures'
  | 'colour'
>

const price = (rupees: number) => ({ amount: paiseFromRupees(rupees), currency: CURRENCY })
const range = (rupees: number) => ({ min: price(rupees), max: price(rupees) })

/** An address of a page or a file of the shop, as a whole. */
const urlOf = (shopUrl: string, path: string) => new URL(path, shopUrl).href

/** The price that is paid, and the one before a reduction. */
function pricesOf(product: Described) {
  const paid = paidPrice(product)
  return { paid, listed: product.price > paid ? product.price : undefined }
}

/** Every size with its pieces; a product without sizes has one whose size is ''. */
export const sizesOf = ({ sizes, stock }: Described) => (sizes.length > 0 ? sizes : [{ size: '', stock }])

export const optionsOf = (size: string) => (size === '' ? [] : [{ name: SIZE_OPTION, label: size }])

function describeVariant(
  product: Described,
  { size, stock }: { size: string; stock: number },
  delivery: CatalogFulfillment,
) {
  const { paid, listed } = pricesOf(product)
  const title = size === '' ? product.name : `${product.name}, size ${size}`
  return {
    id: variantId({ productId: product._id, size }),
    title,
    description: { plain: [title, product.colour].filter(Boolean).join(', ') },
    price: price(paid),
    ...(listed !== undefined && { list_price: price(listed) }),
    availability: stock > 0 ? { available: true, status: 'in_stock' } : { available: false, status: 'out_of_stock' },
    options: optionsOf(size),
    ...delivery.of(stock > 0),
  }
}

export type Variant = ReturnType<typeof describeVariant>

/** The sizes of a product, those in stock first. */
export const describeVariants = (product: Described, delivery: CatalogFulfillment): Variant[] =>
  sizesOf(product)
    .map((size) => describeVariant(product, size, delivery))
    .toSorted((one, other) => Number(other.availability.available) - Number(one.availability.available))

/**
 * A product as agents see it, with these of its sizes. `traits` are words for what it is: its colour, fabric and fit.
 */
export function describeProduct(
  product: Described,
  { shopUrl, variants, traits }: { shopUrl: string; variants: readonly object[]; traits: readonly string[] },
) {
  const { paid, listed } = pricesOf(product)
  return {
    id: product._id,
    title: product.name,
    description: { plain: product.description || product.name },
    url: urlOf(shopUrl, `/product/${product._id}`),
    categories: [{ value: product.category.name, taxonomy: 'merchant' }],
    price_range: range(paid),
    ...(listed !== undefined && { list_price_range: range(listed) }),
    media: product.images.map((path, index) => ({
      type: 'image',
      url: urlOf(shopUrl, path),
      alt_text: product.pictures[index]?.alt || product.name,
    })),
    ...(product.sizes.length > 0 && {
      options: [{ name: SIZE_OPTION, values: product.sizes.map(({ size }) => ({ label: size })) }],
    }),
    variants: [...variants],
    ...(traits.length > 0 && { tags: [...traits] }),
  }
}
