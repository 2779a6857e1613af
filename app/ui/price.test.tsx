import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Price } from './price.tsx'

const textOf = (element: React.ReactElement) => renderToStaticMarkup(element).replaceAll(/<[^>]+>/g, '')

test('a price is said to be one', () => {
  expect(textOf(<Price price={1499} />)).toBe('Price ₹1,499')
})

test('a reduced price comes first and the one before is struck and named', () => {
  const price = <Price price={1999} discountedPrice={1499} />
  expect(textOf(price)).toBe('Price ₹1,499 MRP ₹1,999')
  expect(renderToStaticMarkup(price)).toContain('<s>₹1,999</s>')
})

test('a discounted price that is no lower strikes nothing', () => {
  expect(textOf(<Price price={999.5} discountedPrice={999.5} />)).toBe('Price ₹999.50')
})
