import { useEffect, useState } from 'react'

import { createItemQueue } from '#app/admin/packing/item-queue.ts'
import type { WaitingItem } from '#app/admin/packing/waiting-items.ts'
import { newIdempotencyKey } from '#app/api/new-idempotency-key.ts'
import { checkItem } from '#contract/orders/packing-check.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'

/** How often what waits is tried again. */
const RETRY_MS = 5000

/** The order as it is once what waits has arrived. */
function withWaiting(order: PackingOrder, waiting: readonly WaitingItem[]): PackingOrder {
  const lines = order.lines.map((line) => ({ ...line }))
  for (const { orderId, piece } of waiting) {
    if (orderId !== order._id) continue
    const checked = checkItem(lines, piece)
    if ('line' in checked) checked.line.packed += 1
  }
  return { ...order, lines }
}

const replaced = (orders: readonly PackingOrder[], order: PackingOrder) =>
  orders.map((one) => (one._id === order._id ? order : one))

/** The orders of the packing table. A piece counts at once and is sent behind, so that a closed connection only delays it. */
export function usePacking(given: readonly PackingOrder[], onRefused: (sentence: string) => void) {
  const [orders, setOrders] = useState(given)
  const [waiting, setWaiting] = useState<readonly WaitingItem[]>([])
  const [queue] = useState(() => {
    const onOrder = (order: PackingOrder) => setOrders((known) => replaced(known, order))
    return createItemQueue({ onWaiting: setWaiting, onOrder, onRefused })
  })

  useEffect(() => {
    queue.start()
    const again = () => void queue.send()
    const timer = setInterval(again, RETRY_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [queue])

  return {
    orders: orders.map((order) => withWaiting(order, waiting)),
    waitingPieces: waiting.length,
    send: queue.send,
    replace: (order: PackingOrder) => setOrders((known) => replaced(known, order)),
    remove: (orderId: string) => setOrders((known) => known.filter(({ _id }) => _id !== orderId)),
    pack: (orderId: string, piece: WaitingItem['piece']) => queue.add({ key: newIdempotencyKey(), orderId, piece }),
  }
}
