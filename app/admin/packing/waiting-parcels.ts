import type { HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { PackedLines, ShipmentInput } from '#contract/orders/shipments.ts'

/** A parcel that was closed here and that the server has not confirmed yet. */
export interface WaitingParcel {
  orderId: string
  /** Whose it is, for whoever reads that it cannot leave. */
  name: string
  packed: PackedLines
  shipment?: ShipmentInput | undefined
  /** What it weighs, measures and costs. */
  byHand?: HandParcelInput | undefined
  /** Why the server does not ship it. It is kept until somebody has read that. */
  refusal?: string
}

const PREFIX = 'selvedge.packed-parcel.'

interface Entry {
  parcel: WaitingParcel
  /** When it was closed. */
  at: number
}

const isText = (value: unknown): value is string => typeof value === 'string'

function entryIn(text: string | null): Entry[] {
  try {
    const { parcel, at } = JSON.parse(text ?? '{}') as Partial<Entry>
    const isWhole = isText(parcel?.orderId) && isText(parcel.name) && Array.isArray(parcel.packed)
    return isWhole && typeof at === 'number' ? [{ parcel, at }] : []
  } catch {
    return []
  }
}

/** What waits on this device, in the sequence in which it was closed; nothing if it cannot be read. */
export function readParcels(storage: Storage): WaitingParcel[] {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    const entries = keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => entryIn(storage.getItem(key)))
    return entries.toSorted((one, other) => one.at - other.at).map(({ parcel }) => parcel)
  } catch {
    return []
  }
}

/**
 * Keeps a parcel in the place of an earlier one of its order. A full or forbidden storage is ignored: the page itself
 * still has it.
 */
export function saveParcel(storage: Storage, parcel: WaitingParcel): void {
  try {
    storage.setItem(PREFIX + parcel.orderId, JSON.stringify({ parcel, at: Date.now() }))
  } catch {
    // Full or forbidden: what waits is lost only if the page is closed, too.
  }
}

export function removeParcel(storage: Storage, orderId: string): void {
  try {
    storage.removeItem(PREFIX + orderId)
  } catch {
    // Nothing was kept.
  }
}
