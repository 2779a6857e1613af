import { z } from 'zod'

import { MAX_SEARCH_CHARACTERS } from '#contract/catalogue/search/search-limits.ts'
import { soughtText } from '#contract/schemas/basic-schemas.ts'
import { MAX_LOOKUP_IDS } from '#server/programs/agents/agent-limits.ts'

/** What an agent says and the shop has no use for is passed over, as the protocol asks for. */
const open = z.looseObject

const paise = z.number({ error: 'A price is a whole number of paise.' }).int().min(0).max(1e11)

/** The id of a product or of one of its sizes. */
export const agentId = soughtText(500)

/** A place in the words of the protocol. */
export const place = open({
  postal_code: z.string().max(40).optional(),
  address_country: z.string().max(60).optional(),
})
export type Place = z.output<typeof place>

const filters = open({
  fulfills_to: place.optional(),
  methods: z.array(z.string().max(100)).max(20).optional(),
  categories: z.array(soughtText(100)).max(20).optional(),
  price: open({ min: paise.optional(), max: paise.optional() }).optional(),
})
export type CatalogFilters = z.output<typeof filters>

const context = place.extend({ currency: z.string().max(20).optional() })

const shared = { filters: filters.optional(), context: context.optional() }

export const SearchInput = open({
  ...shared,
  query: soughtText(MAX_SEARCH_CHARACTERS).optional(),
  pagination: open({
    cursor: z.string().max(200).optional(),
    limit: z.number().int().min(1).max(1_000_000).optional(),
  }).optional(),
}).refine((input) => Boolean(input.query?.trim()) || input.filters !== undefined, {
  error: 'A search needs a query or filters.',
})

export const LookupInput = open({
  ...shared,
  ids: z
    .array(agentId, { error: 'Please name the ids of products or of their sizes.' })
    .min(1, { error: 'Please name at least one id.' })
    .max(MAX_LOOKUP_IDS, { error: `At most ${MAX_LOOKUP_IDS} ids at once.` }),
})

export const ProductInput = open({
  ...shared,
  id: agentId,
  selected: z
    .array(open({ name: soughtText(100), label: soughtText(100) }))
    .max(20)
    .optional(),
  preferences: z.array(soughtText(100)).max(20).optional(),
})
