/** Other shops whose exports are understood. */
export const OTHER_SHOPS = ['shopify', 'woocommerce'] as const
export type OtherShop = (typeof OTHER_SHOPS)[number]
/** What counts of a stock that has changed both in a sheet and in the shop. */
export const STOCK_CONFLICTS = ['sheet', 'difference', 'shop'] as const
