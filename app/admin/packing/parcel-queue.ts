import { FINAL } from '#app/admin/packing/item-queue.ts'
import { WAITING_PARCELS, type WaitingParcel } from '#app/admin/packing/waiting-parcels.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { isShopError } from '#contract/api/errors.ts'

interface Device {
  api: Pick<AdminApi, 'shipPacked' | 'getOrderDetail'>
  /** Asked when it is needed: the server renders the page without one. */
  storage: () => Storage
  /** Sends the pieces that wait. Resolves to whether none waits any more. */
  sendItems(): Promise<boolean>
}

interface Listeners {
  onWaiting(parcels: readonly WaitingParcel[]): void
  onShipped(parcel: WaitingParcel, message: string): void
  onRefused(parcel: WaitingParcel): void
}

/**
 * Keeps closed parcels on the device until the server has shipped their orders, each after all pieces that were scanned
 * before it. An order is shipped once, however often it is sent. What the server refuses stays with its number, until
 * somebody has read why.
 */
export function createParcelQueue({ api, storage, sendItems }: Device, { onWaiting, onShipped, onRefused }: Listeners) {
  let parcels: readonly WaitingParcel[] = []
  let sending: Promise<void> | undefined

  function wait(next: readonly WaitingParcel[]): void {
    parcels = next
    onWaiting(next)
  }

  function forget(orderId: string): void {
    WAITING_PARCELS.remove(storage(), [orderId])
    wait(parcels.filter((one) => one.orderId !== orderId))
  }

  /** Whether an earlier call, of which no answer came, has shipped it. */
  async function isShipped({ orderId, shipment }: WaitingParcel): Promise<boolean> {
    const { order } = await api.getOrderDetail(orderId)
    return order.status === 'shipped' && (order.shipment?.trackingNumber ?? undefined) === shipment?.trackingNumber
  }

  /**
   * Resolves to what the shop says of the shipped order, or to why it never will be shipped. Rejects where the parcel
   * has to wait.
   */
  async function ship(parcel: WaitingParcel): Promise<{ message: string } | { refusal: string }> {
    const { orderId, packed, cashToCollect, shipment, byHand } = parcel
    try {
      return await api.shipPacked(orderId, { packed, cashToCollect, shipment, byHand })
    } catch (error) {
      if (!isShopError(error) || !FINAL.has(error.code)) throw error
      if (error.code === 'conflict' && (await isShipped(parcel))) return { message: '' }
      return { refusal: error.message }
    }
  }

  async function sendAll(): Promise<void> {
    const next = () => parcels.find(({ refusal }) => refusal === undefined)
    for (let parcel = next(); parcel; parcel = next()) {
      if (!(await sendItems())) return
      const answer = await ship(parcel).catch(() => undefined)
      if (!answer) return
      const { orderId } = parcel
      if ('refusal' in answer) {
        const refused = { ...parcel, refusal: answer.refusal }
        WAITING_PARCELS.save(storage(), orderId, refused)
        wait(parcels.map((one) => (one.orderId === orderId ? refused : one)))
        onRefused(refused)
      } else {
        forget(orderId)
        onShipped(parcel, answer.message)
      }
    }
  }

  /** Sends what waits, by one call at a time. */
  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  return {
    send,
    /** Takes up what an earlier page has left. */
    start(): void {
      wait(WAITING_PARCELS.read(storage()))
      void send()
    },
    add(parcel: WaitingParcel): void {
      WAITING_PARCELS.save(storage(), parcel.orderId, parcel)
      wait([...parcels.filter(({ orderId }) => orderId !== parcel.orderId), parcel])
      void send()
    },
    /** Somebody has read why a parcel was refused. */
    forget,
  }
}
