/** The provider refunds no smaller amount. */
export const MIN_REFUND_PAISE = 100
