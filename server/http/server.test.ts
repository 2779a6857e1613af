import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { readConfig } from '#server/start/config.ts'
import { route } from '#server/http/route.ts'
import { createServer } from '#server/http/server.ts'
import { ownTurn } from '#server/turns.ts'

const log: string[] = []
let failure: Error
const app = createServer(
  readConfig({ NODE_ENV: 'test' }),
  pino({ level: 'error' }, { write: (line) => log.push(line) }),
  () => 'http://shop.example',
)

beforeAll(async () => {
  const common = { audience: 'public', summary: 'Tells its path' } as const
  const answer = z.object({ url: z.string() })
  const tell = ({ request: { url } }: { request: { url: string } }) => ({ url })
  const fail = () => {
    throw failure
  }
  route(app, 'GET /there', { ...common, answer, handle: tell })
  route(app, 'POST /there', { ...common, answer, body: z.unknown(), handle: tell })
  route(app, 'GET /of/:id', { ...common, answer, handle: tell })
  route(app, 'GET /failing', { ...common, answer, handle: fail })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const connectShop = () => connect((app.server.address() as AddressInfo).port, '127.0.0.1')

/** The answer to a raw request on a connection of its own. */
async function send(request: string): Promise<{ head: string; body: unknown }> {
  const socket = connectShop()
  socket.end(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body: JSON.parse(body) }
}

test.each(['/there/%', '/%c0%ae', '/of/%E0%A4%A'])('%s is no address: 400 in the shape of every error', async (url) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(400)
  const { message } = answer.json<{ message: string }>()
  expect(answer.json()).toEqual({ message, error: message, code: 'invalid' })
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': expect.any(String),
  })
})

test('an id that is too long for an address is one that does not exist', async () => {
  const answer = await app.inject(`/of/${'x'.repeat(600)}`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not_found' })
})

test.each([
  ['http://elsewhere.example/there?a=1', '/there?a=1'],
  ['ftp://elsewhere.example/there?a=1', '/there?a=1'],
  ['HTTPS://elsewhere.example:99/there', '/there'],
])('a request for %s is one for %s', async (whole, path) => {
  const { head, body } = await send(`GET ${whole} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(head).toMatch(/^HTTP\/1.1 200 /)
  expect(body).toEqual({ url: path })
})

test.each([
  ['no HTTP', 'NONSENSE\r\n\r\n', 400],
  ['two lengths', 'POST /there HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ['endless headers', `GET /there HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is answered in the shape of every error', async (_, request, status) => {
  const { head, body } = await send(request)
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(body).toEqual({ message: expect.any(String), error: expect.any(String), code: 'invalid' })
})

test('a body that breaks off is neither a fault of the shop nor of its database', async () => {
  const socket = connectShop()
  const answered = new Promise<number>((resolve) => {
    app.server.once('request', (_request, response) => response.once('close', () => resolve(response.statusCode)))
  })
  socket.write('POST /there HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  await once(app.server, 'request')
  socket.destroy()
  await answered
  // The shop notices the end of the connection later; once another call was answered, the log has whatever it wrote.
  await app.inject('/there')
  expect(log).toEqual([])
})

test('the headers of a request have 30 seconds to come in, and all of it three minutes', () => {
  // If they were set after the server was made, they would apply to headers alone.
  expect(app.server).toMatchObject({ headersTimeout: 30_000, requestTimeout: 180_000 })
})

test('a body that trickles in is given up after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = connectShop()
  try {
    socket.write('POST /there HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    vi.advanceTimersByTime(29_000)
    socket.write('"a":')
    vi.advanceTimersByTime(1000)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /)
    expect(answer.toString()).toContain('"code":"invalid"')
  } finally {
    vi.useRealTimers()
    socket.destroy()
  }
})

test('the time-out of a body that nobody reads is harmless', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = connectShop()
  try {
    socket.write('POST /there HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n{')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 415 /)
    vi.advanceTimersByTime(31_000)
    expect((await app.inject('/there')).statusCode).toBe(200)
  } finally {
    vi.useRealTimers()
    socket.destroy()
  }
})

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test.each([
  // Rolled back because of another transaction, took or waited too long, no room left.
  ...['40001', '40P01', '55P03', '57014', '25P03', '25P04', '53000', '53300', '53400'].map((code) => withCode(code)),
  // The database was stopped, stops, starts, or is not there.
  ...['57P01', '57P02', '57P03', '57P05', '08000', '08006', 'ECONNRESET', 'ECONNREFUSED'].map((code) => withCode(code)),
  ...['EPIPE', 'ETIMEDOUT', 'EMFILE', 'ERR_STREAM_DESTROYED', 'ERR_SOCKET_CLOSED'].map((code) => withCode(code)),
  withCode('ENOENT', { syscall: 'connect' }),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
  new Error('Query read timeout'),
  new Error('Received unexpected commandComplete message from backend.'),
])('%s is nothing wrong with the call: 503, and it may be tried again', async (thrown) => {
  failure = thrown
  const answer = await app.inject('/failing')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  const requestId = answer.headers['x-request-id']
  expect(answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('try again'), requestId })
})

test.each([
  withCode('25P02'),
  withCode('42601'),
  withCode('23514'),
  withCode('ENOENT', { syscall: 'open' }),
  new Error('an addition gave no outcome'),
])('%s is a fault of the shop: 500', async (thrown) => {
  failure = thrown
  expect(await app.inject('/failing')).toMatchObject({ statusCode: 500 })
})

const DOUBLED = ['Host', 'Origin', 'Cookie', 'Content-Type', 'Authorization', 'Sec-Fetch-Site', 'Idempotency-Key']

test.each(DOUBLED)('a request with two headers %s is refused before anything looks at it', async (name) => {
  const other = name === 'Host' ? '' : 'Host: localhost\r\n'
  const doubled = `${name}: localhost\r\n${name.toUpperCase()}: evil.example\r\n`
  const { head, body } = await send(`GET /there HTTP/1.1\r\n${other}${doubled}\r\n`)
  expect(head).toMatch(/^HTTP\/1\.1 400 [^]*connection: close/i)
  const message = 'A header of the request is there twice.'
  expect(body).toEqual({ message, error: message, code: 'invalid' })
})

test.each(['localhost, evil.example', 'local host', 'localhost/path', 'user@evil.example', 'localhost?'])(
  'a request with the Host %j is refused before anything looks at it',
  async (host) => {
    const { head, body } = await send(`GET /there HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(head).toMatch(/^HTTP\/1\.1 400 [^]*connection: close/i)
    const message = 'The header Host of the request is none.'
    expect(body).toEqual({ message, error: message, code: 'invalid' })
  },
)

test.each(['localhost:3000', '[::1]:3000', 'shop_1.example', 'xn--c2bd4bq1db8d.xn--h2brj9c'])(
  'a request with the Host %s is taken',
  async (host) => {
    const { body } = await send(`GET /there HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(body).toEqual({ url: '/there' })
  },
)

test('two headers that may be there twice are taken', async () => {
  const accept = 'Accept: text/html\r\nAccept: application/json\r\nConnection: close\r\n'
  expect((await send(`GET /there HTTP/1.1\r\nHost: localhost\r\n${accept}\r\n`)).body).toEqual({ url: '/there' })
})

test('a crowd that comes at once is let in before most of the work that waits', async () => {
  const [visitors, pieces] = [60, 60]
  let begun = 0
  const begunBefore: number[] = []
  const count = () => begunBefore.push(begun)
  app.server.on('connection', count)
  const crowd = Array.from({ length: visitors }, () => connectShop().resume())
  const work = async () => {
    await ownTurn()
    begun += 1
    for (const end = performance.now() + 5; performance.now() < end;);
  }
  const letIn = crowd.map((socket) => once(socket.end(), 'close'))
  await Promise.all([...Array.from({ length: pieces }, work), ...letIn])
  app.server.off('connection', count)
  expect(begunBefore).toHaveLength(visitors)
  expect(begunBefore.at(-1)).toBeLessThan(pieces / 2)
})
