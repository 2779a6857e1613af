import type { Operation } from '#server/agents/agent-call.ts'

import { operation } from '#server/agents/agent-call.ts'
import { LookupInput, ProductInput, SearchInput } from '#server/agents/catalog-inputs.ts'
import { getCatalogProduct, lookUpProducts } from '#server/agents/look-up-products.ts'
import { searchCatalog } from '#server/agents/search-catalog.ts'

/** Every call of the protocol that the shop answers, by REST and by MCP. */
export const OPERATIONS: readonly Operation[] = [
  operation({
    name: 'search_catalog',
    rest: 'POST /catalog/search',
    summary:
      'Finds products by words such as “blue linen shirt in M under 2000” and by category and price, with all sizes of each and whether they are in stock.',
    capability: 'search',
    argument: 'catalog',
    hasId: false,
    input: SearchInput,
    needsProcessor: true,
    run: (context, { input }) => searchCatalog(context, input),
  }),
  operation({
    name: 'lookup_catalog',
    rest: 'POST /catalog/lookup',
    summary: 'Products by their ids or by the ids of their sizes.',
    capability: 'lookup',
    argument: 'catalog',
    hasId: false,
    input: LookupInput,
    needsProcessor: true,
    run: (context, { input }) => lookUpProducts(context, input),
  }),
  operation({
    name: 'get_product',
    rest: 'POST /catalog/product',
    summary: 'One product with everything that is known of it, and which of its sizes are in stock.',
    capability: 'lookup',
    argument: 'catalog',
    hasId: false,
    input: ProductInput,
    needsProcessor: true,
    run: (context, { input }) => getCatalogProduct(context, input),
  }),
]
