import { waitingOnDevice } from '#app/admin/packing/waiting-on-device.ts'
import type { HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { PackedLines, ShipmentInput } from '#contract/orders/shipments.ts'

/** A parcel that was closed here and that the server has not confirmed yet. */
export interface WaitingParcel {
  orderId: string
  /** Whose it is, for whoever reads that it cannot leave. */
  name: string
  packed: PackedLines
  /** What its label says, in rupees; missing where it was closed by an earlier version of the page. */
  cashToCollect?: number | undefined
  shipment?: ShipmentInput | undefined
  /** What it weighs, measures and costs. */
  byHand?: HandParcelInput | undefined
  /** Why the server does not ship it. It is kept until somebody has read that. */
  refusal?: string
}

/** Parcels by their orders. */
export const WAITING_PARCELS = waitingOnDevice<WaitingParcel>(
  'selvedge.packed-parcel.',
  ({ orderId, name, packed }) => typeof orderId === 'string' && typeof name === 'string' && Array.isArray(packed),
)
