import { readWaiting, saveWaiting, type WaitingItem } from '#app/admin/packing/waiting-items.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { isShopError } from '#contract/errors.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'

/** After these the same pieces would be refused again. */
const FINAL = new Set(['conflict', 'not_found', 'invalid', 'forbidden'])

interface Listeners {
  onWaiting(items: readonly WaitingItem[]): void
  onOrder(order: PackingOrder): void
  /** The server did not take a piece that the device had taken. */
  onRefused(sentence: string): void
}

/** Keeps packed pieces on the device until the server has them. A piece has one key, so it counts once however often it is sent. */
export function createItemQueue({ onWaiting, onOrder, onRefused }: Listeners) {
  let items: readonly WaitingItem[] = []
  let sending: Promise<boolean> | undefined

  function keep(next: readonly WaitingItem[]): void {
    items = next
    saveWaiting(localStorage, next)
    onWaiting(next)
  }

  /** Sends the pieces of one order. Resolves to false if they have to wait. */
  async function sendOrder(orderId: string): Promise<boolean> {
    const sent = items.filter((item) => item.orderId === orderId)
    try {
      const pieces = sent.map(({ key, piece }) => ({ key, ...piece }))
      const { order, refused } = await browserApi.packItems(orderId, pieces)
      onOrder(order)
      for (const { message } of refused) onRefused(message)
    } catch (error) {
      if (!isShopError(error) || !FINAL.has(error.code)) return false
      onRefused(error.message)
    }
    const keys = new Set(sent.map(({ key }) => key))
    keep(items.filter(({ key }) => !keys.has(key)))
    return true
  }

  async function sendAll(): Promise<boolean> {
    for (let [first] = items; first; [first] = items) {
      if (!(await sendOrder(first.orderId))) return false
    }
    return true
  }

  /** Sends what waits. Resolves to whether nothing waits any more. */
  async function send(): Promise<boolean> {
    sending ??= sendAll()
    try {
      return await sending
    } finally {
      sending = undefined
    }
  }

  return {
    send,
    /** Takes up what an earlier page has left. */
    start(): void {
      keep(readWaiting(localStorage))
      void send()
    },
    add(item: WaitingItem): void {
      keep([...items, item])
      void send()
    },
  }
}
