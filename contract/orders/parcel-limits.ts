/** A parcel that was picked up and is not scanned for so many days does not move. */
export const STUCK_DAYS = 3
/** A number that is so many days old without a scan was never handed over, or is wrong. */
export const UNSCANNED_DAYS = 2

export const MAX_WEIGHT_GRAMS = 30_000
export const MAX_SIDE_CM = 150
/** How many parcels are booked, or stand on one manifest. */
export const MAX_CHOSEN_PARCELS = 100
