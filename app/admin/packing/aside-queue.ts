import { FINAL } from '#app/admin/packing/item-queue.ts'
import { waitingOnDevice } from '#app/admin/packing/waiting-on-device.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { isShopError } from '#contract/api/errors.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'

/** An order that was put aside here, or taken up again, and that the server has not confirmed yet. */
export interface WaitingAside {
  orderId: string
  /** Null where it was taken up again. */
  reason: string | null
  /** When, in ISO. */
  since: string
}

const WAITING_ASIDES = waitingOnDevice<WaitingAside>(
  'selvedge.put-aside.',
  ({ orderId, reason, since }) =>
    typeof orderId === 'string' && typeof since === 'string' && (typeof reason === 'string' || reason === null),
)

interface Device {
  api: Pick<AdminApi, 'changeAside'>
  /** Asked when it is needed: the server renders the page without one. */
  storage: () => Storage
}

interface Listeners {
  onWaiting(asides: readonly WaitingAside[]): void
  onOrder(order: PackingOrder): void
  /** The server does not put an order aside that the device has put aside. */
  onRefused(sentence: string): void
}

/**
 * Keeps on the device that orders were put aside until the server has it. Of an order its last word counts, and is sent
 * once.
 */
export function createAsideQueue({ api, storage }: Device, { onWaiting, onOrder, onRefused }: Listeners) {
  let asides: readonly WaitingAside[] = []
  let sending: Promise<void> | undefined

  function wait(next: readonly WaitingAside[]): void {
    asides = next
    onWaiting(next)
  }

  /** What was said of the order while it was sent waits still. */
  function forget(sent: WaitingAside): void {
    if (!asides.includes(sent)) return
    WAITING_ASIDES.remove(storage(), [sent.orderId])
    wait(asides.filter((one) => one !== sent))
  }

  /** Resolves to false if it has to wait. */
  async function sendOne(aside: WaitingAside): Promise<boolean> {
    try {
      const order = await api.changeAside(aside.orderId, aside.reason)
      if (asides.includes(aside)) onOrder(order)
    } catch (error) {
      if (!isShopError(error) || !FINAL.has(error.code)) return false
      onRefused(error.message)
    }
    forget(aside)
    return true
  }

  async function sendAll(): Promise<void> {
    for (let [first] = asides; first; [first] = asides) {
      if (!(await sendOne(first))) return
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
      wait(WAITING_ASIDES.read(storage()))
      void send()
    },
    add(orderId: string, reason: string | null): void {
      const aside = { orderId, reason, since: new Date().toISOString() }
      WAITING_ASIDES.save(storage(), orderId, aside)
      wait([...asides.filter((one) => one.orderId !== orderId), aside])
      void send()
    },
  }
}
