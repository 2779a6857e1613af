import { expect, test } from 'vitest'

import { createParcelQueue } from '#app/admin/packing/parcel-queue.ts'
import type { WaitingParcel } from '#app/admin/packing/waiting-parcels.ts'
import { ShopError } from '#contract/api/errors.ts'
import type { OrderDetail, StaffOrderAnswer } from '#contract/orders/orders.ts'
import { memoryStorage } from '#test/memory-storage.ts'

const parcel = (number: number): WaitingParcel => ({
  orderId: `order-${number}`,
  name: 'Asha Rao',
  packed: [{ _id: `line-${number}`, quantity: 1 }],
  cashToCollect: number * 100,
  shipment: { courier: 'delhivery', trackingNumber: `D${number}` },
})

/** A tab of the packing table and the shop behind it, which ships an order once. */
function openTab(storage: Storage, shipped = new Map<string, string | undefined>()) {
  const tab = {
    isClosed: false,
    isAnswerLost: false,
    hasItems: false,
    cancelled: '',
    waiting: [] as readonly WaitingParcel[],
    told: [] as string[],
    labels: [] as unknown[],
  }
  const queue = createParcelQueue(
    {
      storage: () => storage,
      sendItems: async () => !tab.hasItems,
      api: {
        shipPacked: async (orderId, { shipment, cashToCollect }) => {
          if (tab.isClosed) throw new ShopError('unavailable', 'Nobody answers.')
          if (orderId === tab.cancelled) throw new ShopError('conflict', 'This order is cancelled.')
          if (shipped.has(orderId)) throw new ShopError('conflict', 'This order is already shipped.')
          shipped.set(orderId, shipment?.trackingNumber)
          tab.labels.push(cashToCollect)
          if (tab.isAnswerLost) throw new TypeError('Failed to fetch')
          return { message: `${orderId} shipped.` } as StaffOrderAnswer
        },
        getOrderDetail: async (orderId) => {
          const status = shipped.has(orderId) ? 'shipped' : 'cancelled'
          const trackingNumber = shipped.get(orderId) ?? null
          return { order: { status, shipment: { trackingNumber } } } as OrderDetail
        },
      },
    },
    {
      onWaiting: (parcels) => (tab.waiting = parcels),
      onShipped: ({ orderId }) => tab.told.push(orderId),
      onRefused: ({ orderId, refusal }) => tab.told.push(`${orderId}: ${refusal}`),
    },
  )
  return { tab, queue, shipped }
}

test('parcels that were closed without a network are shipped afterwards in their sequence, also by the page that is opened next', async () => {
  const storage = memoryStorage({ 'selvedge.packed-parcel.odd': '{"parcel":{"orderId":1}}' })
  const first = openTab(storage)
  first.tab.isClosed = true
  first.queue.add(parcel(1))
  first.queue.add(parcel(2))
  await first.queue.send()
  expect(first.tab.waiting).toHaveLength(2)

  const { queue, tab, shipped } = openTab(storage)
  queue.start()
  await queue.send()
  expect([...shipped]).toEqual([
    ['order-1', 'D1'],
    ['order-2', 'D2'],
  ])
  expect(tab).toMatchObject({ waiting: [], told: ['order-1', 'order-2'], labels: [100, 200] })
  const later = openTab(storage)
  later.queue.start()
  expect(later.tab.waiting).toEqual([])
})

test('a parcel waits for its pieces, and one whose answer was lost is not shipped twice', async () => {
  const { queue, tab, shipped } = openTab(memoryStorage())
  tab.hasItems = true
  queue.add(parcel(1))
  await queue.send()
  expect(shipped.size).toBe(0)
  tab.hasItems = false
  tab.isAnswerLost = true
  await queue.send()
  expect(tab.waiting).toHaveLength(1)
  await queue.send()
  expect(tab).toMatchObject({ waiting: [], told: ['order-1'] })
})

test('a parcel that is refused, or that another table has sent by another number, stays with its number until that is read', async () => {
  const storage = memoryStorage()
  const { queue, tab } = openTab(storage, new Map([['order-2', 'X9']]))
  tab.cancelled = 'order-1'
  for (const number of [1, 2, 3]) queue.add(parcel(number))
  await queue.send()
  expect(tab.told).toEqual(['order-1: This order is cancelled.', 'order-2: This order is already shipped.', 'order-3'])

  const next = openTab(storage)
  next.queue.start()
  await next.queue.send()
  expect(next.shipped.size).toBe(0)
  expect(next.tab.waiting).toMatchObject([
    { orderId: 'order-1', refusal: 'This order is cancelled.' },
    { shipment: { trackingNumber: 'D2' } },
  ])
  next.queue.forget('order-1')
  const last = openTab(storage)
  last.queue.start()
  expect(last.tab.waiting.map(({ orderId }) => orderId)).toEqual(['order-2'])
})
