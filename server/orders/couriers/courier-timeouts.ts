/** For one call of a courier service, signing in included. */
export const COURIER_CALL_MS = 10_000
/** For the whole booking of one parcel while somebody waits; what is unclear then is booked by the job. */
export const BOOKING_MS = 12_000
