import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Price } from './price.tsx'

const textOf = (element: React.ReactElement) => renderToStaticMarkup(element).replaceAll(/<[^>]+>/g, '')

test('a price is announced as a price', () => {
  expect(textOf(<Price price={1499} />)).toBe('Price ₹1,499')
})

test('a discounted price comes first, and the price before is struck through and named', () => {
  const price = <Price price={1999} discountedPrice={1499} />
  expect(textOf(price)).toBe('Price ₹1,499 MRP ₹1,999')
  expect(renderToStaticMarkup(price)).toContain('<s>₹1,999</s>')
})

test('a struck price that is not the MRP says in plain sight what it is', () => {
  const price = <Price price={1000} discountedPrice={900} struckAs="Lowest in 30 days" />
  expect(textOf(price)).toBe('Price ₹900 Lowest in 30 days ₹1,000')
  expect(renderToStaticMarkup(price)).toContain('<small><span>Lowest in 30 days </span><s>₹1,000</s></small>')
})

test('a discounted price that is not lower strikes nothing through', () => {
  expect(textOf(<Price price={999.5} discountedPrice={999.5} />)).toBe('Price ₹999.50')
})
