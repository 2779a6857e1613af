/**
 * So many codes a customer may try within the window, right or wrong: enough for typing errors, too few for guessing.
 */
export const CODES_PER_CUSTOMER = 10

/** The same for all customers of one network together. */
export const CODES_PER_NETWORK = 60

export const CODES_WINDOW_SECONDS = 15 * 60
