import fc from 'fast-check'
import { expect, test } from 'vitest'

import routes from '#app/routes.ts'
import { isBehindLink, pageAddress } from '#server/http/cacheable-address.ts'

const name = fc.oneof(
  fc.constantFrom(
    'product',
    'Categories',
    'getproducts',
    'order',
    'ADMIN',
    'orders',
    '',
    '..',
    '%2F',
    '%5C',
    '%zz',
    'é',
  ),
  fc.webSegment(),
)
const url = fc
  .tuple(fc.array(name, { maxLength: 5 }), fc.webQueryParameters())
  .map(([names, query]) => `/${names.join('/')}?${query}`)

test('the one spelling of an address is its own spelling, and an address of this shop', () => {
  fc.assert(
    fc.property(url, (given) => {
      const { address } = pageAddress(given)
      expect(pageAddress(address)).toMatchObject({ address, isSpelledSo: true })
      expect(address).toMatch(/^\/(?!\/)/)
      expect(new URL(address, 'http://shop.example').host).toBe('shop.example')
    }),
  )
})

test('the filters of a form without JavaScript become those of a link', () => {
  const form = '/getproducts?sort=&size=S&size=&size=M&page=2&price=501-1000'
  const address = '/getproducts?price=501-1000&size=S%2CM&page=2'
  expect(pageAddress(form)).toEqual({ address, isSpelledSo: false, isPublic: true })
  expect(pageAddress('/getproducts?search=blue%20shirt')).toMatchObject({ isSpelledSo: true })
})

test('a personal page keeps its query, and an id or a secret its letters', () => {
  const { address } = pageAddress('/Admin/Orders/AbC/Slip?b=1&a=2')
  expect(address).toBe('/admin/orders/AbC/slip?b=1&a=2')
  expect(pageAddress('/reset-password/AbC-_').address).toBe('/reset-password/AbC-_')
})

const pathsOf = (entries: typeof routes): string[] =>
  entries.flatMap(({ path, children }) => [...(path === undefined ? [] : [`/${path}`]), ...pathsOf(children ?? [])])

test.each(pathsOf(routes).filter((path) => /:(?:token|\w*id)\b/i.test(path)))(
  'the secret or the id of %s keeps its letters, and a secret is told to nobody',
  (path) => {
    const address = path.replace(/:\w+/, 'AbC-_')
    expect(pageAddress(address)).toMatchObject({ address, isSpelledSo: true })
    expect(isBehindLink(address)).toBe(path.includes(':token'))
  },
)

test('what no id and no size can hold is cut off the address of the sign-in, in every script', () => {
  for (const letter of ['f', 'अ', '😀']) {
    const { address } = pageAddress(`/signin?product=${encodeURIComponent(letter.repeat(5000))}&size=M&x=${letter}`)
    expect(address.length).toBeLessThan(1000)
    expect(address).toMatch(/^\/signin\?product=[^&]+&size=M$/)
    expect(pageAddress(address)).toMatchObject({ address, isSpelledSo: true })
  }
})

const ID = '0123456789abcdef01234567'

test.each([
  `product=${ID}&size=M&mail=back`,
  `order=${ID}`,
  `pay=${ID}`,
  `returns=${ID}`,
  `chosen=${'Ab-_'.repeat(8)}`,
])('the sign-in and the registration keep %s, which says where to go afterwards', (query) => {
  for (const path of ['/signin', '/signup']) {
    const address = `${path}?${query}`
    expect(pageAddress(address)).toEqual({ address, isSpelledSo: true, isPublic: true })
  }
})
