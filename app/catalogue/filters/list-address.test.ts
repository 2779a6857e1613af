import { expect, test } from 'vitest'

import { ProductListQuery } from '#contract/catalogue/catalogue.ts'
import { apiQueryOf, choiceOf, queryStringOf, rangeOf } from '#app/catalogue/filters/list-address.ts'

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
