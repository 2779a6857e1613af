import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { OrderSummary } from './order-summary.tsx'

test('a checkout without the cart’s lines says so, and an empty cart is another thing', () => {
  expect(renderToStaticMarkup(<OrderSummary cart={undefined} />)).toContain('Failed to load product details.')
  const empty = renderToStaticMarkup(<OrderSummary cart={{ cart: [], finalprice: 0 }} />)
  expect(empty).toContain('Your cart is empty.')
  expect(empty).not.toContain('Failed to load')
})
