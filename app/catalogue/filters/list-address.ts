import { joinValues, splitValues } from '#contract/catalogue/lists/filter-values.ts'
import { DEFAULT_LIMIT } from '#contract/catalogue/lists/list-limits.ts'
import { SORTS, type Sort } from '#contract/catalogue/lists/sort-orders.ts'
import type { Facets, ProductListQuery } from '#contract/catalogue/catalogue.ts'
import { inSequence, lowestPriceFrom, PRICE_RANGES } from '#contract/catalogue/lists/price-ranges.ts'

/**
 * The search, filters, sort and page of the product list, as they stand in the URL. Sizes and colours may be several,
 * as `joinValues` writes them.
 */
export interface ListChoice {
  search?: string | undefined
  /** The search is to be taken as it is typed. */
  exact?: boolean | undefined
  category?: string | undefined
  /** The slug of one. */
  collection?: string | undefined
  /** Rupees as the range prints them. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  size?: string | undefined
  colour?: string | undefined
  /** Countries of origin. */
  origin?: string | undefined
  fit?: string | undefined
  fabric?: string | undefined
  sleeve?: string | undefined
  discounted?: boolean | undefined
  inStock?: boolean | undefined
  sort?: Sort | undefined
  page: number
  /**
   * The list has an order of its own, so that the one by name is chosen like any other. It is no part of the address.
   */
  hasOwnOrder?: boolean | undefined
}

const amountIn = (query: URLSearchParams, name: string): number | undefined => {
  const value = Number(query.get(name) || Number.NaN)
  return Number.isFinite(value) && value >= 0 && value <= 1e9 ? value : undefined
}

const textIn = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name)?.trim().slice(0, 100) || undefined

/** All values of a filter, which a form without JavaScript sends one by one. */
const valuesIn = (query: URLSearchParams, name: string): string | undefined =>
  query.getAll(name).filter(Boolean).join(',').slice(0, 500) || undefined

/** The filter with one value more, or without it. */
export function withValue(text: string | undefined, value: string, isWanted: boolean): string | undefined {
  const others = splitValues(text).filter((one) => one !== value)
  return joinValues(isWanted ? [...others, value] : others) || undefined
}

/** The bounds of a range that a form without JavaScript sent as `price=501-1000`. */
function rangeIn(query: URLSearchParams): Pick<ListChoice, 'minPrice' | 'maxPrice'> {
  const range = PRICE_RANGES.find(([from, to]) => `${from}-${to}` === query.get('price'))
  const typed = [range?.[0] ?? amountIn(query, 'minPrice'), range?.[1] ?? amountIn(query, 'maxPrice')] as const
  const [minPrice, maxPrice] = inSequence(...typed)
  return { minPrice, maxPrice }
}

/**
 * The values of a filter as the list spells them: addresses are typed, `?colour=black`, and older ones have a value's
 * own comma as it is.
 */
function spelledAs(text: string | undefined, offered: readonly { value: string }[]): string | undefined {
  const spelled = (typed: string) => offered.find(({ value }) => value.toLowerCase() === typed.toLowerCase())?.value
  const whole = text && spelled(text)
  return text && joinValues(whole ? [whole] : splitValues(text).map((value) => spelled(value) ?? value))
}

/** The choice with its words in upper and lower case as the list has them. */
export const asOffered = (choice: ListChoice, facets: Facets | undefined): ListChoice =>
  facets
    ? {
        ...choice,
        size: spelledAs(choice.size, facets.sizes),
        colour: spelledAs(choice.colour, [...facets.families, ...facets.colours]),
        origin: spelledAs(choice.origin, facets.origins),
        fit: spelledAs(choice.fit, facets.fits),
        fabric: spelledAs(choice.fabric, facets.fabrics),
        sleeve: spelledAs(choice.sleeve, facets.sleeves),
      }
    : choice

/** Reads the choice from a URL's query. Invalid values are ignored. */
export function choiceOf(query: URLSearchParams): ListChoice {
  const page = Number(query.get('page'))
  const sort = SORTS.find((known) => known === query.get('sort'))
  return {
    search: textIn(query, 'search'),
    exact: query.get('exact') === 'true' || undefined,
    category: valuesIn(query, 'category'),
    collection: textIn(query, 'collection'),
    ...rangeIn(query),
    size: valuesIn(query, 'size'),
    colour: valuesIn(query, 'colour'),
    origin: valuesIn(query, 'origin'),
    fit: valuesIn(query, 'fit'),
    fabric: valuesIn(query, 'fabric'),
    sleeve: valuesIn(query, 'sleeve'),
    discounted: query.get('discounted') === 'true' || undefined,
    inStock: query.get('inStock') === 'true' ? true : undefined,
    sort,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** The URL query of a choice. Defaults are left out, so that each choice has one URL. */
export function queryStringOf({ hasOwnOrder, ...choice }: Partial<ListChoice>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(choice)) {
    const isDefault =
      value === undefined ||
      value === '' ||
      (name === 'page' && value === 1) ||
      // A search sorts by relevance by default.
      (name === 'sort' && value === 'name' && !choice.search && !hasOwnOrder)
    if (!isDefault) query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Whether anything but the order and the page is chosen. */
export const hasFilters = ({ sort: _sort, page: _page, ...filters }: ListChoice): boolean =>
  queryStringOf(filters) !== ''

/**
 * The API query of a choice, in the order in which the server writes it: such an address is answered from memory at
 * once. A displayed range such as 501 to 1000 includes every price above 500.
 */
export function apiQueryOf(
  { page, discounted, inStock, exact, sort, minPrice, maxPrice, ...choice }: ListChoice,
  limit = DEFAULT_LIMIT,
): ProductListQuery {
  return {
    page,
    limit,
    search: choice.search,
    category: choice.category,
    collection: choice.collection,
    minPrice: minPrice === undefined ? undefined : lowestPriceFrom(minPrice),
    maxPrice,
    size: choice.size,
    colour: choice.colour,
    origin: choice.origin,
    fit: choice.fit,
    fabric: choice.fabric,
    sleeve: choice.sleeve,
    discounted: discounted ? 'true' : undefined,
    inStock: inStock ? 'true' : undefined,
    exact: exact ? 'true' : undefined,
    sort,
    facets: 'true',
  }
}

/** The value of a price range in the filter: `501-1000`, or an empty text for all prices. */
export function rangeOf({ minPrice, maxPrice }: Pick<ListChoice, 'minPrice' | 'maxPrice'>): string {
  const range = PRICE_RANGES.find(([from, to]) => from === (minPrice ?? 0) && to === maxPrice)
  return range ? `${range[0]}-${range[1]}` : ''
}
