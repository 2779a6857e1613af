/** Where pieces are, in the order of their way. The supplier is outside: what came from there is what was taken in. */
export const STOCK_PLACES = [
  'supplier',
  'shelf',
  'held',
  'packed',
  'parcel',
  'customer',
  'coming back',
  'inspection',
  'written off',
] as const
export type StockPlace = (typeof STOCK_PLACES)[number]

/** The numbers that are told of a size, each with its place and its name. */
export const STOCK_COUNTS = {
  shelf: { place: 'shelf', label: 'Shelf' },
  held: { place: 'held', label: 'Held' },
  packed: { place: 'packed', label: 'Packed' },
  parcel: { place: 'parcel', label: 'Parcel' },
  customer: { place: 'customer', label: 'Customer' },
  back: { place: 'coming back', label: 'Coming back' },
  inspection: { place: 'inspection', label: 'Inspection' },
  writtenOff: { place: 'written off', label: 'Written off' },
  takenIn: { place: 'supplier', label: 'Taken in' },
} as const satisfies Record<string, { place: StockPlace; label: string }>
export type StockCountName = keyof typeof STOCK_COUNTS

/**
 * By which step pieces moved: nobody chooses one, what the staff write beside it is free. Another one needs a
 * migration, because the ledger's own check names them.
 */
export const STOCK_REASONS = [
  'opening',
  'correction',
  'hold',
  'release',
  'cancellation',
  'packing',
  'shipping',
  'shipping taken back',
  'delivery',
  'return',
  'arrival',
  'inspection',
  'taking in',
  'count',
] as const
export type StockReason = (typeof STOCK_REASONS)[number]
