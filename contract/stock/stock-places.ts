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

/** Why pieces moved. */
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
