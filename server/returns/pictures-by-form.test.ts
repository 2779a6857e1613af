import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Pages } from '#server/pages/built-pages.ts'

import { createCustomerApi } from '#contract/api/customer-api.ts'
import { addProduct } from '#test/factories.ts'
import { jpegPicture } from '#test/pictures.ts'
import { buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

/** The form of a page that sends pictures without scripts. */

/** A page that says what its form came to, as that of returns does. */
const pages: Pages = {
  render: async (request, { fetch }) => {
    if (request.method !== 'POST') return new Response('the page')
    const { pathname } = new URL(request.url)
    const returnId = new URLSearchParams(await request.text()).get('form')?.split(' ')[1] ?? ''
    const sending = createCustomerApi(fetch).addReturnPictures(pathname.split('/')[3] ?? '', returnId, [])
    const said = await sending.then(
      ({ message }) => message,
      (error: unknown) => String(error),
    )
    return new Response(said)
  },
  mailHtml: async () => '',
  close: async () => {},
}

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop({ pages })
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

let buyer: SignedIn
let page: string
let orderId: string
beforeEach(async () => {
  buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { order } = await buyCart(shop, buyer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const line = { _id: order.products[0]!._id, quantity: 1, reason: 'damaged' as const }
  const { _id } = await buyer.api.askForReturn(order._id, { lines: [line] })
  orderId = order._id
  page = `/user-profile/orders/${orderId}/returns?pictures=${_id}`
})

const pictures = async () => (await buyer.api.listMyReturns(orderId)).returns[0]?.pictures.length

function formOf(files: readonly Buffer[], name = 'images'): FormData {
  const form = new FormData()
  for (const [index, bytes] of files.entries()) form.append(name, new File([new Uint8Array(bytes)], `${index}.jpg`))
  return form
}

async function send(body: RequestInit['body'], who: Pick<SignedIn, 'fetch'> = buyer, headers = {}) {
  const init = { method: 'POST', body: body ?? null, headers, redirect: 'manual', duplex: 'half' } as RequestInit
  const answer = await who.fetch(page, init)
  return { status: answer.status, location: answer.headers.get('location'), said: await answer.text() }
}

test('a form without scripts adds pictures, all or none, and its page says why not', async () => {
  const picture = await jpegPicture()
  expect(await send(formOf([picture, picture]))).toMatchObject({ status: 200, said: 'Pictures added.' })
  expect(await pictures()).toBe(2)
  const refused: [readonly Buffer[], string, string?][] = [
    [[picture, Buffer.from('<svg/>')], 'JPEG'],
    [Array.from({ length: 4 }, () => picture), 'at most 5'],
    [Array.from({ length: 6 }, () => picture), 'at most 5'],
    [[Buffer.alloc(6 * 1024 * 1024)], '5 MiB'],
    [[], 'Please choose a picture.'],
    [[picture], 'Unknown file', 'other'],
  ]
  for (const [files, sentence, name] of refused) {
    const form = formOf(files, name)
    if (files.length === 0) form.append('images', new File([], ''))
    expect((await send(form)).said).toContain(sentence)
  }
  expect(await pictures()).toBe(2)
})

test('only the customer themselves adds them, and whoever is not signed in is led to the page', async () => {
  const form = formOf([await jpegPicture()])
  const other = await signedIn(shop)
  expect((await send(form, other)).said).toContain('not found')
  expect(await send(form, shop.visitor())).toMatchObject({ status: 303, location: page.split('?', 1)[0] })
  expect((await send(form, buyer, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await send(form, buyer, { origin: 'null' })).status).toBe(403)
  expect((await send(form, buyer, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await pictures()).toBe(0)
})

test('no other page takes a form with files', async () => {
  const form = formOf([await jpegPicture()])
  for (const path of [
    '/signin',
    '/contact',
    page.split('?', 1)[0]!,
    `${page}&x=1`,
    page.replace('pictures', 'other'),
  ]) {
    const { status } = await buyer.fetch(path, { method: 'POST', body: form })
    expect({ path, status }).toEqual({ path, status: 405 })
  }
})

const HEAD = (rest = '') => `--x\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n${rest}\r\n`
const TYPE = { 'content-type': 'multipart/form-data; boundary=x' }

test.each([
  ['ten thousand parts', `${HEAD()}a\r\n`.repeat(10_000)],
  ['ten thousand fields', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\na\r\n'.repeat(10_000)],
  ['a header line of a megabyte', HEAD(`x: ${'y'.repeat(1024 * 1024)}\r\n`)],
  ['no end', `${HEAD()}abc`],
  ['no part', 'abc'],
])('a form of %s is refused with a sentence', async (_name, body) => {
  const { status, said } = await send(body, buyer, TYPE)
  expect(status).toBe(200)
  expect(said).toMatch(/form|picture/i)
  expect(await pictures()).toBe(0)
})

test('a hundred megabytes are refused by their length, and ended where that is not said', async () => {
  const chunk = new Uint8Array(1024 * 1024)
  const endless = (count: number) => {
    let left = count
    return new ReadableStream<Uint8Array>({
      pull(stream) {
        if (left === count) stream.enqueue(new TextEncoder().encode(HEAD()))
        left -= 1
        if (left > 0) stream.enqueue(chunk)
        else stream.close()
      },
    })
  }
  const said = await send(Buffer.alloc(100 * 1024 * 1024), buyer, TYPE).then(
    (answer) => answer.said,
    (error: unknown) => String(error),
  )
  expect(said).toContain('too large')
  const ended = await send(endless(100), buyer, TYPE).then(
    (answer) => answer.said,
    () => 'ended',
  )
  expect(ended).toMatch(/too large|could not be read|ended/)
  expect(await pictures()).toBe(0)
})

test('a connection that stops leaves nothing, and pages are made all the while', async () => {
  const stored = async () => (await readdir(shop.shop.config.dataDir, { recursive: true })).length
  const before = await stored()
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.on('error', () => {})
      socket.write(
        `POST ${page} HTTP/1.1\r\nhost: x\r\ncookie: ${[...buyer.cookies].map((pair) => pair.join('=')).join('; ')}\r\ncontent-type: ${TYPE['content-type']}\r\n` +
          `content-length: 100000\r\n\r\n${HEAD()}abc`,
      )
      return socket
    }),
  )
  expect(await (await buyer.fetch('/user-profile')).text()).toBe('the page')
  for (const socket of sockets) socket.destroy()
  expect(await send(formOf([await jpegPicture()]))).toMatchObject({ said: 'Pictures added.' })
  await expect.poll(() => pictures()).toBe(1)
  expect((await stored()) - before).toBeLessThan(10)
})
