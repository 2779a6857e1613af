import { WAITING_ITEMS, type WaitingItem } from '#app/admin/packing/waiting-items.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { isShopError, type ErrorCode } from '#contract/api/errors.ts'
import { MAX_PACKED_ITEMS } from '#contract/orders/packing-limits.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'

/** After these the same call would be refused again. */
export const FINAL: ReadonlySet<ErrorCode> = new Set(['conflict', 'not_found', 'invalid', 'forbidden'])

interface Device {
  api: Pick<AdminApi, 'packItems'>
  /** Asked when it is needed: the server renders the page without one. */
  storage: () => Storage
}

interface Listeners {
  onWaiting(items: readonly WaitingItem[]): void
  onOrder(order: PackingOrder): void
  /** The server did not take a piece that the device had taken. */
  onRefused(sentence: string): void
}

/**
 * Keeps packed pieces on the device until the server has them. A piece has one key, so it counts once however often it
 * is sent.
 */
export function createItemQueue({ api, storage }: Device, { onWaiting, onOrder, onRefused }: Listeners) {
  let items: readonly WaitingItem[] = []
  let sending: Promise<boolean> | undefined

  function wait(next: readonly WaitingItem[]): void {
    items = next
    onWaiting(next)
  }

  /** Sends pieces of one order, as many as one call takes. Resolves to false if they have to wait. */
  async function sendSome(orderId: string): Promise<boolean> {
    const sent = items.filter((item) => item.orderId === orderId).slice(0, MAX_PACKED_ITEMS)
    try {
      const pieces = sent.map(({ key, piece }) => ({ key, ...piece }))
      const { order, refused } = await api.packItems(orderId, pieces)
      onOrder(order)
      for (const { message } of refused) onRefused(message)
    } catch (error) {
      if (!isShopError(error) || !FINAL.has(error.code)) return false
      onRefused(error.message)
    }
    const keys = new Set(sent.map(({ key }) => key))
    WAITING_ITEMS.remove(storage(), keys)
    wait(items.filter(({ key }) => !keys.has(key)))
    return true
  }

  async function sendAll(): Promise<boolean> {
    for (let [first] = items; first; [first] = items) {
      if (!(await sendSome(first.orderId))) return false
    }
    return true
  }

  /** Sends what waits, by one call at a time. Resolves to whether nothing waits any more. */
  function send(): Promise<boolean> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  return {
    send,
    /** Takes up what an earlier page has left. */
    start(): void {
      wait(WAITING_ITEMS.read(storage()))
      void send()
    },
    add(item: WaitingItem): void {
      WAITING_ITEMS.save(storage(), item.key, item)
      wait([...items, item])
      void send()
    },
  }
}
