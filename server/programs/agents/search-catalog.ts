import type { z } from 'zod'

import type { AgentContext, Message } from '#server/programs/agents/agent-call.ts'
import type { CatalogFilters, SearchInput } from '#server/programs/agents/catalog-inputs.ts'
import type { ListedProduct, Listing } from '#server/catalogue/service.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#server/programs/agents/agent-limits.ts'
import { CURRENCY, describeProduct, describeVariants } from '#server/programs/agents/describe-product.ts'
import { catalogFulfillment } from '#server/programs/agents/fulfillment.ts'
import { findCategory, listProducts } from '#server/catalogue/service.ts'
import { invalidField } from '#server/errors.ts'

/** What a cursor stands for: the page, and its size. */
interface Place {
  page: number
  limit: number
}

const cursorOf = ({ page, limit }: Place) => Buffer.from(`${page} ${limit}`).toString('base64url')

function placeOf({ cursor, limit = PAGE_SIZE }: { cursor?: string | undefined; limit?: number | undefined }): Place {
  if (cursor === undefined) return { page: 1, limit: Math.min(limit, MAX_PAGE_SIZE) }
  const [, page, size] = /^([1-9]\d{0,5}) ([1-9]\d?)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const place = { page: Number(page), limit: Number(size) }
  if (!page || place.limit > MAX_PAGE_SIZE) throw invalidField('pagination.cursor', 'This is no cursor of this shop.')
  return place
}

/** Words for what a product is, as far as the shop knows: colour, fabric, fit. */
export const traitsOf = (listed: ListedProduct | undefined): string[] => [
  ...new Set([listed?.product.colour, ...(listed?.fabrics ?? []), listed?.fit].filter((trait) => trait !== undefined)),
]

const FOREIGN_CURRENCY: Message = {
  type: 'warning',
  code: 'currency_not_supported',
  content: `This shop sells in ${CURRENCY} only, so the price filter was passed over.`,
}

type Priced = { filters?: CatalogFilters | undefined; context?: { currency?: string | undefined } | undefined }

/** The price filter in paise. One in another currency is passed over, and the agent is told. */
export function priceFilter({ filters, context }: Priced) {
  const isForeign = (context?.currency ?? CURRENCY).toUpperCase() !== CURRENCY
  const { min, max } = (isForeign ? undefined : filters?.price) ?? {}
  return { min, max, messages: isForeign && filters?.price ? [FOREIGN_CURRENCY] : [] }
}

/** The ids of the categories that a filter names, by name, slug or id. A name that is none finds nothing. */
export const categoriesNamed = ({ categories }: Listing, names: readonly string[]): string[] =>
  names.map((name) => (categories.find(({ _id }) => _id === name) ?? findCategory(categories, name))?._id ?? 'none')

const inRupees = (paise: number | undefined) => (paise === undefined ? undefined : rupeesFromPaise(paise))

const nothingFound = (messages: readonly Message[]) => ({
  products: [],
  pagination: { has_next_page: false, total_count: 0 },
  ...(messages.length > 0 && { messages }),
})

/** A page of what the shop's own search finds, each product with all its sizes. */
export async function searchCatalog(context: AgentContext, input: z.output<typeof SearchInput>) {
  const { index, shopUrl } = context
  const place = placeOf(input.pagination ?? {})
  const delivery = catalogFulfillment(context, input)
  const { min, max, messages: ofPrice } = priceFilter(input)
  const messages = [...ofPrice, ...delivery.messages]
  if (delivery.isExcluded) return nothingFound(messages)
  const listing = await index.read()
  const named = input.filters?.categories
  const found = await listProducts(index, {
    search: input.query?.trim() || undefined,
    category: named && named.length > 0 ? categoriesNamed(listing, named).join(',') : undefined,
    minPrice: inRupees(min),
    maxPrice: inRupees(max),
    ...place,
  })
  const notes: Message[] = found.search
    ? [
        {
          type: 'info',
          code: 'query_corrected',
          content: `Showing “${found.search.showing}” instead of “${found.search.insteadOf}”.`,
        },
      ]
    : []
  const hasMore = place.page < found.totalPages
  return {
    products: found.products.map((product) =>
      describeProduct(product, {
        shopUrl,
        variants: describeVariants(product, delivery),
        traits: traitsOf(listing.find(product._id)),
      }),
    ),
    pagination: {
      has_next_page: hasMore,
      ...(hasMore && { cursor: cursorOf({ ...place, page: place.page + 1 }) }),
      total_count: found.totalProducts,
    },
    ...(messages.length + notes.length > 0 && { messages: [...messages, ...notes] }),
  }
}
