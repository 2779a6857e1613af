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
  shop = await startShop({ pages, trustedProxies: ['127.0.0.1'] })
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

let buyer: SignedIn
let page: string
let call: string
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
  call = `/api/order/${orderId}/returns/${_id}/pictures`
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

/** Begins to send a form and holds the rest back. Resolves to the head of the answer, or to nothing if it is cut. */
async function begin(path: string, { cookies }: Pick<SignedIn, 'cookies'>, address = '203.0.113.1') {
  const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  let heard = ''
  const answer = new Promise<string>((resolve) => {
    socket.on('error', () => {}).on('close', () => resolve(heard))
    socket.setEncoding('latin1').on('data', (text: string) => {
      heard += text
      if (heard.includes('\r\n\r\n')) resolve(heard)
    })
  })
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const origin = path.startsWith('/api/') ? '' : `origin: ${shop.shop.publicUrl()}\r\n`
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nx-forwarded-for: ${address}\r\n${origin}` +
      `content-type: ${TYPE['content-type']}\r\ncontent-length: 100000\r\n\r\n${HEAD()}abc`,
  )
  return { socket, answer }
}

const formsAtWork = () => shop.app.limiters.customerForms.calls

test.each(['page', 'call'])('a return that takes no pictures is refused before the form is read (%s)', async (by) => {
  const refused = async (path: string, who = buyer) => {
    const { socket, answer } = await begin(path, who)
    const said = await answer
    socket.destroy()
    return said
  }
  const at = () => (by === 'page' ? page : call)
  const isSaid = (said: string, status: number) => expect(said).toContain(by === 'page' ? ' 200 ' : ` ${status} `)
  isSaid(await refused(at(), await signedIn(shop)), 404)
  isSaid(await refused(at().replace(orderId, '0'.repeat(orderId.length))), 404)
  const picture = await jpegPicture()
  expect(await send(formOf([1, 2, 3, 4, 5].map(() => picture)))).toMatchObject({ said: 'Pictures added.' })
  isSaid(await refused(at()), 409)
  await buyer.api.withdrawReturn(orderId, call.split('/')[5]!)
  isSaid(await refused(at()), 409)
  await expect.poll(formsAtWork).toEqual({ running: 0, waiting: 0 })
})

test.each(['page', 'call'])(
  'forms that are held back take two places of a person and of a network (%s)',
  async (by) => {
    const at = by === 'page' ? page : call
    const other = await signedIn(shop)
    const sent = await Promise.all(Array.from({ length: 11 }, (_, index) => begin(at, buyer, `198.51.${index}.1`)))
    await expect.poll(formsAtWork).toEqual({ running: 2, waiting: 8 })
    const head = await Promise.race(sent.map(({ answer }) => answer))
    expect(head).toContain(by === 'page' ? ' 200 ' : ' 503 ')
    expect(/retry-after: \d/i.test(head)).toBe(by === 'call')
    for (const { socket } of sent) socket.destroy()
    await expect.poll(formsAtWork).toEqual({ running: 0, waiting: 0 })

    const own = await begin(at, buyer, '203.0.113.1')
    await expect.poll(() => formsAtWork().running).toBe(1)
    const neighbours = await Promise.all([2, 3].map(async (host) => begin(at, buyer, `203.0.113.${host}`)))
    await expect.poll(formsAtWork).toEqual({ running: 2, waiting: 1 })
    const stranger = begin(call, other, '203.0.113.4')
    await expect.poll(formsAtWork).toEqual({ running: 2, waiting: 2 })
    const elsewhere = await begin(call, other, '192.0.2.1')
    expect(await elsewhere.answer).toContain(' 404 ')
    for (const { socket } of [own, ...neighbours, await stranger, elsewhere]) socket.destroy()
    await expect.poll(formsAtWork).toEqual({ running: 0, waiting: 0 })
    expect(await send(formOf([await jpegPicture()]))).toMatchObject({ said: 'Pictures added.' })
  },
)

test('customers who hold their forms back do not keep the staff from theirs', async () => {
  const held = await Promise.all([1, 2].map((network) => begin(call, buyer, `198.51.${network}.1`)))
  await expect.poll(() => formsAtWork().running).toBe(2)
  const form = new FormData()
  form.append('picture', new File([new Uint8Array(await jpegPicture())], 'a.jpg'))
  expect((await admin.fetch('/api/admin/page-pictures', { method: 'POST', body: form })).status).toBe(200)
  for (const { socket } of held) socket.destroy()
  await expect.poll(formsAtWork).toEqual({ running: 0, waiting: 0 })
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
