/** How many rows the administrators' lists show on a page, and the API answers where a caller names no limit. */
export const ROWS_PER_PAGE = {
  orders: 50,
  messages: 50,
  reviews: 50,
  offers: 50,
  auditEntries: 50,
  reconciliations: 20,
  findings: 50,
  taxDocuments: 20,
} as const
