import type { ParcelStep, UndeliveredReason } from '#contract/states/parcel-steps.ts'
import type { Address } from '#contract/schemas/address.ts'

/** How long a caller waits for one method, all its requests together. */
export interface CallOptions {
  signal?: AbortSignal | undefined
}

export interface ParcelSize {
  weightGrams: number
  lengthCm: number
  breadthCm: number
  heightCm: number
}

/** A parcel that is to be booked. */
export interface NewParcel extends ParcelSize {
  /** The shop's own number for it, by which it is found again: at most 50 characters, never used for another parcel. */
  reference: string
  orderedAt: Date
  /** Where it goes; of a return, where it is fetched. */
  address: Address
  email: string
  lines: readonly { name: string; sku: string; quantity: number; pricePaise: number; hsn: string | null }[]
  totalPaise: number
  /** What is collected at the door; 0 where it is paid. */
  cashPaise: number
}

/** Where a return goes. */
export interface ReturnTarget {
  name: string
  street: string
  city: string
  state: string
  pincode: string
  phone: string
  email: string
}

export interface Booking {
  /** The courier service's own id of the parcel, for its label and its pick-up. */
  shipmentId: string
  trackingNumber: string
  /** Who really carries it. */
  carrier: string
  trackingLink: string | null
  /** Null where the courier service does not say it. */
  costPaise: number | null
}

/** One message about a parcel. The step is null for a word that is unknown: it is kept, and moves nothing. */
export interface CourierScan {
  at: Date
  word: string
  step: ParcelStep | null
  /** Only of a parcel that was not delivered, or, while it is booked, of one that somebody came for in vain. */
  reason: UndeliveredReason | null
  /** The courier's own sentence. */
  note: string
  place: string
}

/** What a courier service tells by itself. */
interface CourierEvent {
  trackingNumber: string
  /** The shop's own number, where the event has it. */
  reference: string | null
  scans: CourierScan[]
}

/** Thrown for bytes that are no event of the courier service. */
export class UnreadableCourierEvent extends Error {
  override readonly name = 'UnreadableCourierEvent'
}

/**
 * Whoever books parcels with couriers. Every method that asks somebody throws `CourierUnavailable` or `CourierRefused`,
 * and must not be awaited inside a transaction.
 */
export interface CourierService {
  /** Kept with each parcel: another service is not asked about it. */
  name: 'by hand' | 'shiprocket'
  /** Parcels are only booked in the emulator: nobody comes for them. */
  isSandbox: boolean
  /** Current first, then the previous one. Without any no event is accepted. */
  webhookSecrets: readonly string[]
  /** Books a parcel. With `mayExist` it is looked up by its reference first, because an earlier answer was unclear. */
  book(parcel: NewParcel, options: CallOptions & { mayExist: boolean }): Promise<Booking>
  /** Books a parcel that is fetched from the customer. */
  bookReturn(parcel: NewParcel, to: ReturnTarget, options: CallOptions & { mayExist: boolean }): Promise<Booking>
  /** Asks for a parcel to be fetched from the shop. May be repeated. */
  pickUp(shipmentId: string, options?: CallOptions): Promise<void>
  /** The address of the courier's own label, which prints what its machines read. */
  getLabelLink(shipmentId: string, options?: CallOptions): Promise<string>
  /** Cancels what is booked under a reference; does nothing where nothing is. May be repeated. */
  cancel(reference: string, options?: CallOptions): Promise<void>
  /** All that is known of a parcel; nothing before its first scan. */
  track(trackingNumber: string, options?: CallOptions): Promise<CourierScan[]>
  /** Reads an event whose secret was checked. Throws `UnreadableCourierEvent`. */
  readEvent(rawBody: string): CourierEvent
}
