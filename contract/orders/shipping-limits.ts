/** For so long whoever shipped an order may take that back. The mail about the parcel waits until then. */
export const UNDO_SHIPPING_SECONDS = 10
