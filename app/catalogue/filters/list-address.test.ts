import { expect, test } from 'vitest'

import { ProductListQuery, type Facets } from '#contract/catalogue/catalogue.ts'
import { splitValues } from '#contract/catalogue/lists/filter-values.ts'
import {
  apiQueryOf,
  asOffered,
  choiceOf,
  queryStringOf,
  rangeOf,
  withValue,
} from '#app/catalogue/filters/list-address.ts'

const choiceIn = (query: string) => choiceOf(new URLSearchParams(query))

test('a choice is the same after a round trip through the address', () => {
  const choice = choiceIn(
    'search=linen&category=abc&minPrice=501&maxPrice=1000&size=M&inStock=true&sort=price-asc&page=3',
  )
  expect(choiceIn(queryStringOf(choice))).toEqual(choice)
})

test('defaults are left out of an address', () => {
  expect(queryStringOf({ search: '', sort: 'name', page: 1 })).toBe('')
})

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'sort=rating', 'minPrice=-5', 'maxPrice=abc', 'inStock=yes'])(
  'an invalid address (%s) is ignored',
  (query) => {
    expect(choiceIn(query)).toEqual(choiceIn(''))
  },
)

test('a form’s price range is read as its two bounds, an unknown one as none', () => {
  expect(choiceIn('price=501-1000')).toMatchObject({ minPrice: 501, maxPrice: 1000 })
  expect(choiceIn('price=7-9')).toEqual(choiceIn(''))
})

test('a range includes prices just above the range before', () => {
  expect(apiQueryOf(choiceIn('minPrice=501&maxPrice=1000'))).toMatchObject({ minPrice: 500.01, maxPrice: 1000 })
  expect(apiQueryOf(choiceIn('minPrice=0&maxPrice=500'))).toMatchObject({ minPrice: 0 })
})

test('a list is asked for in the order in which the server knows its address', () => {
  const choice = choiceIn(
    'search=a&exact=true&category=b&minPrice=1&maxPrice=2&size=M&colour=c&origin=d&inStock=true&sort=name&page=2',
  )
  expect(Object.keys(apiQueryOf(choice))).toEqual(Object.keys(ProductListQuery.shape))
})

test('the price field shows only the listed ranges', () => {
  expect(rangeOf({ minPrice: 501, maxPrice: 1000 })).toBe('501-1000')
  expect(rangeOf({ minPrice: 5, maxPrice: 9 })).toBe('')
  expect(rangeOf({})).toBe('')
})

test('a value with a comma is one value of its filter, and goes as it came', () => {
  const one = withValue(undefined, 'Slim, tapered', true)
  const two = withValue(one, 'Boxy', true)
  expect(splitValues(two)).toEqual(['Slim, tapered', 'Boxy'])
  const there = choiceIn(queryStringOf({ fit: two }))
  expect(splitValues(there.fit)).toEqual(['Slim, tapered', 'Boxy'])
  expect(withValue(there.fit, 'Boxy', false)).toBe(one)
  expect(withValue(one, 'Slim, tapered', false)).toBeUndefined()
  for (const value of [String.raw`a\b`, String.raw`a\,b`, String.raw`a,\\`]) {
    expect(splitValues(withValue('S', value, true))).toEqual(['S', value])
  }
})

test('an address from before, with the comma of a value as it is, has this value where the list offers it', () => {
  const offered = (values: string[]) => values.map((value) => ({ value, count: 1 }))
  const facets: Facets = {
    categories: [],
    colours: [],
    prices: [],
    inStock: 1,
    families: [],
    origins: [],
    fabrics: [],
    sleeves: [],
    discounted: 0,
    withSoldOut: 1,
    collections: [],
    sizes: offered(['S', 'M']),
    fits: offered(['Slim, tapered']),
  }
  const { fit, size } = asOffered(choiceIn('fit=slim, tapered&size=s,M'), facets)
  expect(splitValues(fit)).toEqual(['Slim, tapered'])
  expect(size).toBe('S,M')
})
