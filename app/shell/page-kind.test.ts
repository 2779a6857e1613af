import { expect, test } from 'vitest'

import { pageKindOf } from '#app/shell/page-kind.ts'

test.each([
  ['/', 'home'],
  ['/getproducts', 'list'],
  ['/categories/shirts', 'list'],
  ['/collections/new', 'list'],
  ['/product/0a1b', 'product'],
  ['/cart', 'cart'],
  ['/order', 'checkout'],
  ['/order/pay/0a1b', 'checkout'],
  ['/order-status/secret', 'other'],
  ['/signin', 'other'],
  ['/user-profile/orders/0a1b/returns', 'other'],
  ['/administration', 'other'],
  ['/admin', undefined],
  ['/admin/orders/0a1b', undefined],
  ['/admin-signin', undefined],
])('the page %s is of the kind %s', (path, kind) => {
  expect(pageKindOf(path)).toBe(kind)
})
