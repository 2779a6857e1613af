/** The columns of a PIN table. */
export const PIN_COLUMNS = ['pin', 'prepaid', 'cod', 'days', 'fee', 'city', 'state'] as const
export type PinColumn = (typeof PIN_COLUMNS)[number]

/** The most lines of a sheet. India has some 19,300 PIN codes; couriers list some of them by post office. */
export const MAX_PIN_LINES = 60_000

/** The most rows of a table. */
export const MAX_PIN_ROWS = 60_000

/** The most lines that a report names one by one. */
export const MAX_REPORTED_LINES = 500

export const MAX_PIN_FEE_RUPEES = 10_000
