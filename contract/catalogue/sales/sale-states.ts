/** How a sale stands now. */
export const SALE_STATES = ['coming', 'running', 'ended', 'stopped'] as const
export type SaleState = (typeof SALE_STATES)[number]
