import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { OrderSummary } from './order-summary.tsx'

test('a checkout whose cart failed to load differs from one with an empty cart', () => {
  expect(renderToStaticMarkup(<OrderSummary cart={undefined} onChange={() => undefined} />)).toContain(
    'Failed to load product details.',
  )
  const empty = renderToStaticMarkup(<OrderSummary cart={{ cart: [], finalprice: 0 }} onChange={() => undefined} />)
  expect(empty).toContain('Your cart is empty.')
  expect(empty).not.toContain('Failed to load')
})
