import { expect, test } from 'vitest'

import type { AdminApi } from '#contract/api/admin-api.ts'

import { createItemQueue } from '#app/admin/packing/item-queue.ts'
import { ShopError } from '#contract/api/errors.ts'
import { MAX_PACKED_ITEMS } from '#contract/orders/packing-limits.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'
import { memoryStorage } from '#test/memory-storage.ts'

const ORDER: PackingOrder = {
  _id: 'an-order',
  createdAt: '2026-11-26T10:00:00.000Z',
  name: 'Asha Rao',
  city: 'Mysuru',
  lines: [],
  aside: null,
}

const item = (number: number, orderId = ORDER._id) => ({
  key: `key-${number}`,
  orderId,
  piece: { code: `code-${number}` },
})

/**
 * A tab of the packing table, with the numbers of pieces that its calls sent. Its connection is there unless it is said
 * to be closed.
 */
function openTab(storage: Storage) {
  const tab = { isClosed: false, calls: [] as number[], sent: [] as string[], waiting: 0, refusals: [] as string[] }
  const packItems: AdminApi['packItems'] = async (_orderId, items) => {
    await Promise.resolve()
    if (tab.isClosed) throw new ShopError('unavailable', 'Nobody answers.')
    if (items.length > MAX_PACKED_ITEMS) throw new ShopError('invalid', 'Too many pieces.')
    tab.calls.push(items.length)
    tab.sent.push(...items.map(({ key }) => key))
    return { order: ORDER, refused: [] }
  }
  const queue = createItemQueue(
    { api: { packItems }, storage: () => storage },
    {
      onWaiting: (items) => (tab.waiting = items.length),
      onOrder: () => undefined,
      onRefused: (sentence) => tab.refusals.push(sentence),
    },
  )
  return { tab, queue }
}

test('more pieces of one order than one call takes are sent by several calls, and none is lost', async () => {
  const { tab, queue } = openTab(memoryStorage())
  tab.isClosed = true
  for (let number = 0; number < MAX_PACKED_ITEMS + 3; number += 1) queue.add(item(number))
  expect(await queue.send()).toBe(false)
  tab.isClosed = false
  expect(await queue.send()).toBe(true)
  expect(tab).toMatchObject({ calls: [MAX_PACKED_ITEMS, 3], waiting: 0, refusals: [] })
})

test('whoever asks while pieces are sent waits for the same calls', async () => {
  const { tab, queue } = openTab(memoryStorage())
  queue.add(item(1))
  queue.add(item(2, 'another-order'))
  const first = queue.send()
  const second = queue.send()
  expect(await Promise.all([first, second])).toEqual([true, true])
  queue.add(item(3))
  expect(await Promise.all([queue.send(), queue.send()])).toEqual([true, true])
  expect(tab.sent).toEqual(['key-1', 'key-2', 'key-3'])
})

test('two tabs keep what both have packed, in its sequence, until it is sent', async () => {
  const storage = memoryStorage({ 'selvedge.other': 'not a piece', 'selvedge.packed-item.odd': '{"key":1}' })
  const [one, other] = [openTab(storage), openTab(storage)]
  one.tab.isClosed = true
  other.tab.isClosed = true
  one.queue.add(item(1))
  other.queue.add(item(2))
  one.queue.add(item(3))
  await Promise.all([one.queue.send(), other.queue.send()])

  const opened = openTab(storage)
  opened.queue.start()
  expect(await opened.queue.send()).toBe(true)
  expect(opened.tab.sent).toEqual(['key-1', 'key-2', 'key-3'])
  const later = openTab(storage)
  later.queue.start()
  expect(later.tab.waiting).toBe(0)
})

test('a piece that cannot be kept on the device is sent all the same', async () => {
  const { tab, queue } = openTab(memoryStorage({}, true))
  queue.add(item(1))
  expect(await queue.send()).toBe(true)
  expect(tab.sent).toEqual(['key-1'])
})
