const INDIA = /^(?:made in )?(?:india|bharat)$/i

/** True for goods of another country; where none is named they count as the country's own. */
export const isImported = (origin: string | undefined): boolean => origin !== undefined && !INDIA.test(origin)
