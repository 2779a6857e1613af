import { statesBefore, type Next } from '#contract/states/steps.ts'

/** How far the booking of a parcel with a courier service is. Where the parcel itself is, its steps say. */
export const BOOKING_FACTS = {
  /** It is being booked. */
  asked: { next: { booked: ['courier'], refused: ['courier'], cancelling: ['staff', 'shop'] } },
  booked: { next: { cancelling: ['staff', 'shop'] } },
  /** The courier service does not take it. */
  refused: { next: { cancelling: ['staff', 'shop'] } },
  /** The courier service is to forget it. */
  cancelling: { next: { cancelled: ['courier', 'shop'] } },
  cancelled: { next: {} },
} as const satisfies Record<string, { next: Next }>

export type ParcelState = keyof typeof BOOKING_FACTS
export const PARCEL_STATES = Object.keys(BOOKING_FACTS) as [ParcelState, ...ParcelState[]]

/** Bookings that nobody has forgotten yet. An order has one at most, and so has each return. */
export const OPEN_BOOKINGS = statesBefore(BOOKING_FACTS, 'cancelling')
