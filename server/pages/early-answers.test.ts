import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { withQuery } from '#contract/api/api-client.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

const FRIEND = 'https://friend.example'

let shop: Awaited<ReturnType<typeof startShop>>

beforeAll(async () => {
  shop = await startShop({ allowedOrigins: [FRIEND] })
})
afterAll(() => shop.close())

const changing = ['date', 'x-request-id']
const headersOf = (answer: Response) =>
  [...answer.headers].filter(([name]) => !changing.includes(name)).toSorted(([a], [b]) => a.localeCompare(b))

/** Asks once and says whether the answer came early. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const serve = vi.spyOn(shop.shop.responses, 'serve')
  const answer = await fetch(shop.origin + path, { headers })
  const isEarly = serve.mock.results.some(({ value }) => value === true)
  serve.mockRestore()
  return { answer, isEarly, text: await answer.text() }
}

test.each(['identity', 'br', 'gzip, br', 'gzip, br, zstd'])(
  'what is sent early is what was sent before (%s)',
  async (encoding) => {
    const { id } = await addProduct(shop.db, { description: 'Woven. '.repeat(400) })
    const path = `/api/products/product/${id}`
    const first = await ask(path, { 'accept-encoding': encoding })
    const second = await ask(path, { 'accept-encoding': encoding })
    expect([first.isEarly, second.isEarly]).toEqual([false, true])
    expect(second.text).toBe(first.text)
    expect(headersOf(second.answer)).toEqual(headersOf(first.answer))
    expect(second.answer.headers.get('x-request-id')).not.toBe(first.answer.headers.get('x-request-id'))
  },
)

test('a copy in one encoding is not sent to a client that asks for another', async () => {
  const { id } = await addProduct(shop.db, { description: 'Woven. '.repeat(400) })
  const path = `/api/products/product/${id}`
  await ask(path, { 'accept-encoding': 'br' })
  const { answer, text } = await ask(path, { 'accept-encoding': 'identity' })
  expect(JSON.parse(text)).toMatchObject({ _id: id })
  const other = await ask(path, { 'accept-encoding': 'gzip' })
  expect([other.isEarly, other.answer.headers.get('content-encoding')]).toEqual([false, 'gzip'])
  expect(answer.headers.get('content-encoding')).toBeNull()
})

test('a copy is not sent once the catalogue has changed', async () => {
  const { id } = await addProduct(shop.db, { stock: 3 })
  const owner = await shop.admin()
  const path = `/api/products/product/${id}`
  await ask(path)
  await owner.api.addStock(id)
  const { text, isEarly } = await ask(path)
  expect(isEarly).toBe(false)
  expect(JSON.parse(text)).toMatchObject({ stock: 4 })
})

test('a client that has the answer already gets an early 304, with the same headers', async () => {
  const { id } = await addProduct(shop.db, { stock: 3 })
  const path = `/api/products/product/${id}`
  const { answer } = await ask(path)
  const etag = answer.headers.get('etag') ?? ''
  const known = { 'if-none-match': etag, 'accept-encoding': 'br' }
  const early = await ask(path, known)
  expect([early.isEarly, early.answer.status, early.text]).toEqual([true, 304, ''])
  // A request with an origin goes to the framework.
  const usual = await ask(path, { ...known, origin: shop.origin })
  expect([usual.isEarly, usual.answer.status, usual.text]).toEqual([false, 304, ''])
  expect(headersOf(early.answer)).toEqual(headersOf(usual.answer))

  const several = await ask(path, { 'if-none-match': `"other", ${etag}` })
  expect([several.isEarly, several.answer.status]).toEqual([true, 304])
  const outdated = await ask(path, { 'if-none-match': 'W/"outdated"' })
  expect([outdated.isEarly, outdated.answer.status]).toEqual([true, 200])

  const owner = await shop.admin()
  await owner.api.addStock(id)
  const changed = await ask(path, known)
  expect([changed.isEarly, changed.answer.status]).toEqual([false, 200])
  expect(JSON.parse(changed.text)).toMatchObject({ stock: 4 })
})

test('another origin and a failure go the usual way', async () => {
  const { id } = await addProduct(shop.db)
  const path = `/api/products/product/${id}`
  await ask(path)
  const friend = await ask(path, { origin: FRIEND })
  expect(friend.isEarly).toBe(false)
  expect(friend.answer.headers.get('access-control-allow-origin')).toBe(FRIEND)
  const head = await fetch(shop.origin + path, { method: 'HEAD' })
  expect(await head.text()).toBe('')

  await ask('/api/products/product/missing')
  expect(await ask('/api/products/product/missing')).toMatchObject({ isEarly: false, answer: { status: 404 } })
})

test('what is personal never goes early', async () => {
  const buyer = await shop.customer()
  const serve = vi.spyOn(shop.shop.responses, 'serve')
  await buyer.api.getCart()
  await buyer.api.getCart()
  expect(serve.mock.results.map(({ value }) => value)).toEqual([false, false])
  serve.mockRestore()
})

test('a query without a meaning makes no copy of its own', async () => {
  const { id } = await addProduct(shop.db)
  const { counts } = shop.shop.responses
  for (const path of [`/api/products/product/${id}`, `/api/products/reviews/${id}`, '/api/categories/getcateg']) {
    const before = counts.made
    const { text } = await ask(`${path}?a=1`)
    expect(await ask(path)).toMatchObject({ isEarly: true, text })
    expect(await ask(`${path}?a=1`)).toMatchObject({ isEarly: true, text })
    expect(counts.made).toBe(before + 1)
  }
})

test('however the address of a call is written, it has one copy, and a spelling that was asked for is answered early', async () => {
  const { slug } = await addCategory(shop.db)
  const own = withQuery(`/api/products/category/${slug}`, { page: 2, limit: 3, search: 'red shirt', inStock: 'true' })
  const { text } = await ask(own)
  expect(await ask(own)).toMatchObject({ isEarly: true, text })
  const { counts } = shop.shop.responses
  const before = counts.made
  const others = [
    own.replace(slug, `%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`),
    own.replace('page=2&limit=3', 'limit=3&page=2'),
    own.replace('page=2', 'page=02'),
    own.replace('limit=3', 'limit=3.0'),
    own.replace('red+shirt', 'r%65d%20shirt'),
    own.replace('search', 's%65arch'),
    `${own}&`,
    `${own}&category=&minPrice=&sort=`,
    own.replace('?', '?&&'),
  ]
  for (const path of others) {
    expect(await ask(path)).toMatchObject({ isEarly: false, text })
    expect(await ask(path)).toMatchObject({ isEarly: true, text })
  }
  expect(counts.made).toBe(before)
})

test('answers without a body to endless different addresses do not stay for ever', async () => {
  const small = await startShop({ cacheBytes: 1024 * 1024 })
  const { slug } = await addCategory(small.db)
  const serve = vi.spyOn(small.shop.responses, 'serve')
  const askTurn = async (turn: number, headers: Record<string, string> = {}) => {
    serve.mockClear()
    const answer = await fetch(`${small.origin}/api/products/category/${slug}?page=${turn}&limit=1`, { headers })
    return { etag: answer.headers.get('etag') ?? '', isEarly: serve.mock.results.some(({ value }) => value === true) }
  }
  const headers = { 'if-none-match': (await askTurn(1)).etag }
  await askTurn(1, headers)
  expect((await askTurn(1, headers)).isEarly).toBe(true)
  for (let turn = 2; turn < 300; turn += 1) await askTurn(turn, headers)
  expect((await askTurn(1, headers)).isEarly).toBe(false)
  await small.close()
})
