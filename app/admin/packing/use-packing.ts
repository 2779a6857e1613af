import { useEffect, useRef, useState } from 'react'

import { createAsideQueue, type WaitingAside } from '#app/admin/packing/aside-queue.ts'
import { createItemQueue } from '#app/admin/packing/item-queue.ts'
import { createParcelQueue } from '#app/admin/packing/parcel-queue.ts'
import type { WaitingItem } from '#app/admin/packing/waiting-items.ts'
import type { WaitingParcel } from '#app/admin/packing/waiting-parcels.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { newIdempotencyKey } from '#app/api/new-idempotency-key.ts'
import { useLatestCall } from '#app/api/use-latest-call.ts'
import { checkItem } from '#contract/orders/packing-check.ts'
import type { PackingAnswer, PackingOrder } from '#contract/orders/packing.ts'

/** How often what waits is tried again. */
const RETRY_MS = 5000
/** How often the list is loaded again while it is looked at. */
const LOAD_EVERY_MS = 60_000

/** The order as it is once what waits has arrived. */
function withWaiting(
  order: PackingOrder,
  waiting: readonly WaitingItem[],
  asides: readonly WaitingAside[],
): PackingOrder {
  const lines = order.lines.map((line) => ({ ...line }))
  for (const { orderId, piece } of waiting) {
    if (orderId !== order._id) continue
    const checked = checkItem(lines, piece)
    if ('line' in checked) checked.line.packed += 1
  }
  const said = asides.find(({ orderId }) => orderId === order._id)
  if (!said) return { ...order, lines }
  const { reason, since } = said
  return { ...order, lines, aside: reason === null ? null : { reason, at: since } }
}

function replaced({ orders, total }: PackingAnswer, order: PackingOrder): PackingAnswer {
  return { orders: orders.map((one) => (one._id === order._id ? order : one)), total }
}

function without({ orders, total }: PackingAnswer, orderId: string): PackingAnswer {
  const left = orders.filter(({ _id }) => _id !== orderId)
  return { orders: left, total: total - (orders.length - left.length) }
}

/**
 * The orders of the packing table, as the page was opened with them and as they are when the list is looked at again:
 * others have come, and the table holds only the first of many. Where they cannot be loaded, those that are known stay.
 */
function usePackingOrders(given: PackingAnswer, isListShown: boolean) {
  const [answer, setAnswer] = useState(given)
  const startLoad = useLatestCall()
  const isOpened = useRef(false)

  async function loadAgain(): Promise<PackingAnswer | undefined> {
    const isLatest = startLoad()
    const loaded = await browserApi.listPackingOrders().catch(() => undefined)
    if (loaded && isLatest()) setAnswer(loaded)
    return loaded
  }

  useEffect(() => {
    if (!isListShown) return undefined
    if (isOpened.current) void loadAgain()
    isOpened.current = true
    const look = () => {
      if (document.visibilityState === 'visible') void loadAgain()
    }
    const timer = setInterval(look, LOAD_EVERY_MS)
    return () => {
      clearInterval(timer)
      // An answer that comes late would be older than the pieces that are packed by then.
      startLoad()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whenever the list is shown
  }, [isListShown])

  return { answer, setAnswer, loadAgain }
}

interface Listeners {
  isListShown: boolean
  /** The server did not take a piece. */
  onRefused(sentence: string): void
  /** `loadAgain` brings an order back whose shipping was taken back. */
  onShipped(parcel: WaitingParcel, message: string, loadAgain: () => void): void
  /** The server did not ship a parcel, which is among `refusedParcels` until it is forgotten. */
  onParcelRefused(): void
}

/**
 * What is on the packing table. A piece or a parcel counts at once and is sent behind, so that a closed connection only
 * delays it.
 */
export function usePacking(given: PackingAnswer, { isListShown, onRefused, onShipped, onParcelRefused }: Listeners) {
  const { answer, setAnswer, loadAgain } = usePackingOrders(given, isListShown)
  const [waiting, setWaiting] = useState<readonly WaitingItem[]>([])
  const [parcels, setParcels] = useState<readonly WaitingParcel[]>([])
  const [asides, setAsides] = useState<readonly WaitingAside[]>([])
  const replace = (order: PackingOrder) => setAnswer((known) => replaced(known, order))
  const [queue] = useState(() =>
    createItemQueue(
      { api: browserApi, storage: () => localStorage },
      { onWaiting: setWaiting, onOrder: replace, onRefused },
    ),
  )
  const [asideQueue] = useState(() =>
    createAsideQueue(
      { api: browserApi, storage: () => localStorage },
      { onWaiting: setAsides, onOrder: replace, onRefused },
    ),
  )
  const [parcelQueue] = useState(() =>
    createParcelQueue(
      { api: browserApi, storage: () => localStorage, sendItems: queue.send },
      {
        onWaiting: setParcels,
        onShipped(parcel, message) {
          setAnswer((known) => without(known, parcel.orderId))
          onShipped(parcel, message, () => void loadAgain())
        },
        onRefused: onParcelRefused,
      },
    ),
  )

  useEffect(() => {
    queue.start()
    asideQueue.start()
    parcelQueue.start()
    const again = () =>
      void queue
        .send()
        .then(() => asideQueue.send())
        .then(() => parcelQueue.send())
    const timer = setInterval(again, RETRY_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [queue, asideQueue, parcelQueue])
  const closed = new Set(parcels.flatMap(({ orderId, refusal }) => (refusal === undefined ? [orderId] : [])))

  return {
    /** Without those whose parcel is closed. */
    orders: answer.orders.filter(({ _id }) => !closed.has(_id)).map((order) => withWaiting(order, waiting, asides)),
    total: answer.total - closed.size,
    waitingPieces: waiting.length,
    waitingParcels: closed.size,
    waitingAsides: asides.length,
    refusedParcels: parcels.filter(({ refusal }) => refusal !== undefined),
    /** It is on the table again, as it is by now. */
    forgetParcel(orderId: string): void {
      parcelQueue.forget(orderId)
      void loadAgain()
    },
    close: parcelQueue.add,
    send: queue.send,
    loadAgain,
    putAside: asideQueue.add,
    remove: (orderId: string) => setAnswer((known) => without(known, orderId)),
    pack: (orderId: string, piece: WaitingItem['piece']) => queue.add({ key: newIdempotencyKey(), orderId, piece }),
  }
}
