import type { z } from 'zod'

import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import type { AgentContext, Message } from '#server/programs/agents/agent-call.ts'
import type { LookupInput, ProductInput } from '#server/programs/agents/catalog-inputs.ts'
import type { Listing } from '#server/catalogue/service.ts'

import { DETAIL_NAMES } from '#contract/catalogue/product-fields.ts'
import { catchCode } from '#contract/api/errors.ts'
import { paidPrice, paiseFromRupees } from '#contract/units/money.ts'
import {
  describeProduct,
  describeVariants,
  optionsOf,
  SIZE_OPTION,
  sizesOf,
  type Described,
  type Variant,
} from '#server/programs/agents/describe-product.ts'
import { catalogFulfillment, type CatalogFulfillment } from '#server/programs/agents/fulfillment.ts'
import { categoriesNamed, priceFilter, traitsOf } from '#server/programs/agents/search-catalog.ts'
import { readVariantId, variantId } from '#server/programs/agents/variant-id.ts'
import { getProduct, listProductsById } from '#server/catalogue/service.ts'
import { notFound } from '#server/errors.ts'

type Filtering = Pick<z.output<typeof LookupInput>, 'filters' | 'context'>

/**
 * Whether a product passes the filters of a call, what the agent is told of them, and how it gets to the place that the
 * call names.
 */
function filterBy(context: AgentContext, listing: Listing, input: Filtering) {
  const delivery = catalogFulfillment(context, input)
  const { min = 0, max = Infinity, messages } = priceFilter(input)
  const named = input.filters?.categories
  const categories = named && named.length > 0 ? categoriesNamed(listing, named) : undefined
  const passes = (product: Described) => {
    const paise = paiseFromRupees(paidPrice(product))
    const isPriced = paise >= min && paise <= max
    return isPriced && !delivery.isExcluded && (categories?.includes(product.category._id) ?? true)
  }
  return { passes, delivery, messages: [...messages, ...delivery.messages] }
}

/** How one of the ids of a lookup was understood: as a product, or as one of its sizes. */
const readLookupId = (id: string) => {
  const variant = readVariantId(id)
  return { id, productId: variant?.productId ?? id, isVariant: variant !== undefined }
}
type ReadId = ReturnType<typeof readLookupId>

/**
 * The sizes of a product that these ids mean, each with the ids that mean it. An id of the product means its first one.
 */
function variantsFor(product: Described, delivery: CatalogFulfillment, asked: readonly ReadId[]) {
  const variants = describeVariants(product, delivery)
  return variants.flatMap((variant, place) => {
    const inputs = asked
      .filter(({ id, isVariant }) => (isVariant ? id === variant.id : place === 0))
      .map(({ id, isVariant }) => ({ id, match: isVariant ? 'exact' : 'featured' }))
    return inputs.length > 0 ? [{ ...variant, inputs }] : []
  })
}

/**
 * The products of these ids, each with the sizes that were meant. What is not sold is left out, and the agent is told.
 */
export async function lookUpProducts(context: AgentContext, input: z.output<typeof LookupInput>) {
  const { shop, index, shopUrl } = context
  const asked = [...new Set(input.ids)].map(readLookupId)
  const byProduct = Map.groupBy(asked, ({ productId }) => productId)
  const [listing, products] = [await index.read(), await listProductsById(shop.db, [...byProduct.keys()])]
  const { passes, delivery, messages } = filterBy(context, listing, input)
  const described = products.flatMap((product) => {
    const variants = variantsFor(product, delivery, byProduct.get(product._id) ?? [])
    return variants.length > 0 ? [{ product, variants }] : []
  })
  const known = new Set(
    described.flatMap(({ variants }) => variants.flatMap(({ inputs }) => inputs.map(({ id }) => id))),
  )
  const unknown = asked.filter(({ id }) => !known.has(id))
  const notes: Message[] = unknown.map(({ id }) => ({ type: 'info', code: 'not_found', content: id }))
  return {
    products: described
      .filter(({ product }) => passes(product))
      .map(({ product, variants }) =>
        describeProduct(product, { shopUrl, variants, traits: traitsOf(listing.find(product._id)) }),
      ),
    ...(messages.length + notes.length > 0 && { messages: [...messages, ...notes] }),
  }
}

/** The size that an agent has chosen: that of the id, else the one it selected, else the first in stock. */
function chosenOf(variants: readonly Variant[], { id, selected }: z.output<typeof ProductInput>): Variant | undefined {
  const wanted = selected?.find(({ name }) => name.toLowerCase() === SIZE_OPTION.toLowerCase())?.label.toLowerCase()
  return (
    variants.find((variant) => variant.id === id) ??
    variants.find(({ options }) => wanted !== undefined && options[0]?.label.toLowerCase() === wanted) ??
    variants[0]
  )
}

/** What stands on the page of a product as facts. */
const factsOf = (product: ProductDetail) => ({
  ...Object.fromEntries(DETAIL_NAMES.flatMap((name) => (product[name] === undefined ? [] : [[name, product[name]]]))),
  ...(product.sizeGuide && { sizeGuide: product.sizeGuide }),
})

/**
 * A product with the size that is chosen, and which sizes there are and are in stock. Throws not-found for an id of
 * nothing that is sold, and for one that the filters leave out.
 */
export async function getCatalogProduct(context: AgentContext, input: z.output<typeof ProductInput>) {
  const { shop, index, shopUrl } = context
  const { productId, isVariant } = readLookupId(input.id)
  const [listing, product] = [
    await index.read(),
    await catchCode(getProduct(shop.db, productId), 'not_found', undefined),
  ]
  const { passes, delivery, messages } = filterBy(context, listing, input)
  const variants = product ? describeVariants(product, delivery) : []
  const chosen = chosenOf(variants, input)
  if (!product || !chosen || !passes(product) || (isVariant && chosen.id !== input.id)) throw notFound('Product')
  const described = describeProduct(product, {
    shopUrl,
    variants: [chosen],
    traits: traitsOf(listing.find(product._id)),
  })
  const values = sizesOf(product).map(({ size, stock }) => ({ label: size, available: stock > 0, exists: true }))
  return {
    product: {
      ...described,
      ...(product.sizes.length > 0 && {
        options: [{ name: SIZE_OPTION, values }],
        selected: optionsOf(
          sizesOf(product).find(({ size }) => variantId({ productId, size }) === chosen.id)?.size ?? '',
        ),
      }),
      metadata: factsOf(product),
    },
    ...(messages.length > 0 && { messages }),
  }
}
