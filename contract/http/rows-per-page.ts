/** How many rows each of the administrators' lists shows on a page. */
export const ROWS_PER_PAGE = {
  orders: 50,
  messages: 50,
  reviews: 50,
  offers: 50,
  sales: 50,
  prices: 50,
  pages: 50,
  collections: 50,
  oldAddresses: 50,
  auditEntries: 50,
  reconciliations: 20,
  findings: 50,
  cash: 50,
  returns: 50,
  taxDocuments: 20,
} as const
