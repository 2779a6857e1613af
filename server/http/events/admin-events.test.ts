import { sql } from 'kysely'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { OpenDatabase } from '#server/db/database.ts'

import { AdminEvents } from '#server/http/events/admin-events.ts'
import { newId } from '#server/db/new-id.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const CONTACT = {
  firstName: 'Ravi',
  lastName: 'Iyer',
  email: 'ravi@example.com',
  contactNumber: '9876501234',
  subject: 'Sizes',
  message: 'Hello.',
}

const readerOf = (stream: PassThrough) => ({ stream, isAllowed: async () => true, person: newId(), network: '' })

/** Admin events that count their connections; each waits for `before`. */
function openAdminEvents(before: Promise<void> = Promise.resolve(), beatMs?: number) {
  const connections = { opened: 0, stopped: 0 }
  const listen: OpenDatabase['listen'] = async (...what) => {
    connections.opened++
    await before
    const stop = await shop.shop.database.listen(...what)
    return async () => {
      connections.stopped++
      await stop()
    }
  }
  const events = new AdminEvents({ ...shop.shop, database: { ...shop.shop.database, listen } }, beatMs)
  onTestFinished(() => events.close())
  return { events, connections }
}

test('if adding readers fails repeatedly, there is one connection, and it is closed', async () => {
  const { events, connections } = openAdminEvents()
  await sql`alter table admin_event_watch rename to admin_event_watch_away`.execute(shop.db)
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(events.add(readerOf(new PassThrough()))).rejects.toThrow('admin_event_watch')
    }
  } finally {
    await sql`alter table admin_event_watch_away rename to admin_event_watch`.execute(shop.db)
  }
  expect(events.size).toBe(0)
  await events.add(readerOf(new PassThrough()))
  expect(connections).toEqual({ opened: 1, stopped: 0 })
  await events.close()
  expect(connections).toEqual({ opened: 1, stopped: 1 })
})

test('the connection is closed after the last reader has left, and opened for the next one', async () => {
  const { events, connections } = openAdminEvents(undefined, 10)
  const [one, other] = [new PassThrough(), new PassThrough()]
  await events.add(readerOf(one))
  await events.add(readerOf(other))
  one.destroy()
  await expect.poll(() => events.size).toBe(1)
  expect(connections).toEqual({ opened: 1, stopped: 0 })
  other.destroy()
  await expect.poll(() => connections.stopped).toBe(1)

  const next = new PassThrough()
  await events.add(readerOf(next))
  await shop.visitor().api.submitContact(CONTACT)
  const received: string[] = []
  next.setEncoding('utf8').on('data', (text: string) => received.push(text))
  await expect.poll(() => received.join('')).toContain('"kind":"contact","change":"insert"')
  expect(connections).toEqual({ opened: 2, stopped: 1 })
})

test('a connection that failed is tried again', async () => {
  const { events, connections } = openAdminEvents()
  const { events: refused, connections: tries } = openAdminEvents(Promise.reject(new Error('refused')))
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(refused.add(readerOf(new PassThrough()))).rejects.toThrow('refused')
  }
  expect([tries.opened, refused.size]).toEqual([2, 0])
  await events.add(readerOf(new PassThrough()))
  expect([connections.opened, events.size]).toEqual([1, 1])
})

test('a reader that is still being added counts', async () => {
  const connecting = Promise.withResolvers<void>()
  const { events } = openAdminEvents(connecting.promise)
  const adding = [new PassThrough(), new PassThrough()].map((stream) => events.add(readerOf(stream)))
  const sizeMeanwhile = events.size
  connecting.resolve()
  await Promise.all(adding)
  expect([sizeMeanwhile, events.size]).toEqual([2, 2])
})

test('a reader that is being added during the close is ended, and none is added afterwards', async () => {
  const connecting = Promise.withResolvers<void>()
  const { events, connections } = openAdminEvents(connecting.promise)
  const [early, late] = [new PassThrough(), new PassThrough()]
  const adding = events.add(readerOf(early))
  const closing = events.close()
  connecting.resolve()
  await Promise.all([adding, closing])
  await events.add(readerOf(late))
  expect(events.size).toBe(0)
  expect(connections).toEqual({ opened: 1, stopped: 1 })
  for (const stream of [early, late]) {
    const ended = once(stream, 'end')
    stream.resume()
    await ended
  }
})

const collected = (stream: PassThrough) => {
  const received: string[] = []
  stream.setEncoding('utf8').on('data', (text: string) => received.push(text))
  return () => received.join('')
}

test('a person has three streams; a fourth ends the oldest, which comes back a minute later', async () => {
  const { events } = openAdminEvents()
  const person = newId()
  const streams = [new PassThrough(), new PassThrough(), new PassThrough(), new PassThrough()]
  const heard = streams.map(collected)
  for (const stream of streams.slice(0, 3)) await events.add({ ...readerOf(stream), person })
  expect([events.size, streams[0]!.writableEnded]).toEqual([3, false])
  expect(events.hasPlaceFor({ person, network: '' })).toBe(true)
  await events.add({ ...readerOf(streams[3]!), person })
  expect([events.size, ...streams.map(({ writableEnded }) => writableEnded)]).toEqual([3, true, false, false, false])
  await expect.poll(() => heard[0]!()).toContain('retry: 60000')
  await expect.poll(() => heard[3]!()).toContain('retry: 3000')
})

test('streams of one person that come at the same moment get no more than their share', async () => {
  const connecting = Promise.withResolvers<void>()
  const { events } = openAdminEvents(connecting.promise)
  const person = newId()
  const adding = Array.from({ length: 30 }, () => events.add({ ...readerOf(new PassThrough()), person }))
  connecting.resolve()
  await Promise.all(adding)
  expect(events.size).toBe(3)
})

test('a network has twenty streams, and leaves the others theirs', async () => {
  const { events } = openAdminEvents()
  const network = '192.0.2.0/24'
  for (let count = 0; count < 20; count += 1) await events.add({ ...readerOf(new PassThrough()), network })
  expect(events.hasPlaceFor({ person: newId(), network })).toBe(false)
  expect(events.hasPlaceFor({ person: newId(), network: '198.51.100.0/24' })).toBe(true)
})
