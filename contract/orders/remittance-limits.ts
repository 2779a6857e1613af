/** What a courier's sheet says of each parcel. */
export const REMITTANCE_COLUMNS = ['number', 'amount', 'reference'] as const
export type RemittanceColumn = (typeof REMITTANCE_COLUMNS)[number]

/** The most lines of a sheet: each moves an order by itself. */
export const MAX_REMITTANCE_LINES = 2000

/** The most lines that a report names one by one. */
export const MAX_REPORTED_REMITTANCES = 500

export const MAX_REMITTANCE_REFERENCE = 100
