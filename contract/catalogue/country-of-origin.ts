const INDIA = /^(?:made in )?(?:india|bharat)$/i

/** True for goods of another country. Goods without a named country count as Indian. */
export const isImported = (origin: string | undefined): boolean => origin !== undefined && !INDIA.test(origin)
