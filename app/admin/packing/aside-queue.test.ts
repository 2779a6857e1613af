import { expect, test } from 'vitest'

import { createAsideQueue, type WaitingAside } from '#app/admin/packing/aside-queue.ts'
import { ShopError } from '#contract/api/errors.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'
import { memoryStorage } from '#test/memory-storage.ts'

/** A tab of the packing table and the shop behind it. */
function openTab(storage: Storage) {
  const tab = {
    isClosed: false,
    waiting: [] as readonly WaitingAside[],
    calls: [] as [string, string | null][],
    orders: [] as string[],
    refused: [] as string[],
  }
  const queue = createAsideQueue(
    {
      storage: () => storage,
      api: {
        changeAside: async (orderId, reason) => {
          if (tab.isClosed) throw new TypeError('Failed to fetch')
          tab.calls.push([orderId, reason])
          if (orderId === 'gone') throw new ShopError('conflict', 'This order is shipped by now.')
          return { _id: orderId } as PackingOrder
        },
      },
    },
    {
      onWaiting: (asides) => (tab.waiting = asides),
      onOrder: ({ _id }) => tab.orders.push(_id),
      onRefused: (sentence) => tab.refused.push(sentence),
    },
  )
  return { tab, queue }
}

test('what was put aside without a network is sent afterwards, once, also by the page that is opened next', async () => {
  const storage = memoryStorage({ 'selvedge.put-aside.odd': '{"orderId":1}' })
  const first = openTab(storage)
  first.tab.isClosed = true
  first.queue.add('one', 'Size M is missing')
  first.queue.add('two', 'Torn')
  await first.queue.send()
  expect(first.tab.waiting.map(({ orderId }) => orderId)).toEqual(['one', 'two'])

  const { tab, queue } = openTab(storage)
  queue.start()
  await queue.send()
  await queue.send()
  expect(tab.calls).toEqual([
    ['one', 'Size M is missing'],
    ['two', 'Torn'],
  ])
  expect(tab.orders).toEqual(['one', 'two'])
  expect(tab.waiting).toEqual([])
  const third = openTab(storage)
  third.queue.start()
  await third.queue.send()
  expect(third.tab.calls).toEqual([])
})

test('of an order that is taken up again before the network is back only that is sent', async () => {
  const { tab, queue } = openTab(memoryStorage())
  tab.isClosed = true
  queue.add('one', 'Torn')
  queue.add('one', null)
  await queue.send()
  tab.isClosed = false
  await queue.send()
  expect(tab.calls).toEqual([['one', null]])
})

test('what is said of an order while it is being sent is sent after it', async () => {
  const { tab, queue } = openTab(memoryStorage())
  queue.add('one', 'Torn')
  queue.add('one', null)
  await queue.send()
  expect(tab.calls.at(-1)).toEqual(['one', null])
  expect(tab.waiting).toEqual([])
})

test('what the shop refuses is told and waits no more', async () => {
  const { tab, queue } = openTab(memoryStorage())
  queue.add('gone', 'Torn')
  await queue.send()
  expect(tab.refused).toEqual(['This order is shipped by now.'])
  expect(tab.waiting).toEqual([])
})
