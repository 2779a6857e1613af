import type { ComponentProps } from 'react'

import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { OrderSummary } from './order-summary.tsx'

/** The summary under a root, from which it has the facts of the shop. */
function markupOf(cart: ComponentProps<typeof OrderSummary>['cart']): string {
  const Component = () => <OrderSummary cart={cart} credit={0} onChange={() => undefined} />
  const Page = createRoutesStub([{ id: 'root', path: '/', Component }])
  return renderToStaticMarkup(<Page />)
}

test('a checkout whose cart failed to load differs from one with an empty cart', () => {
  expect(markupOf(undefined)).toContain('Failed to load product details.')
  const empty = markupOf({ cart: [], finalprice: 0 })
  expect(empty).toContain('Your cart is empty.')
  expect(empty).not.toContain('Failed to load')
})
