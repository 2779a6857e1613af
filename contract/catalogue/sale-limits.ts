interface RoundingRule {
  label: string
  /** A rounded price is a whole number of steps above `endPaise`. */
  stepPaise: number
  endPaise: number
}

/** How a reduced price is rounded: always down, so that nobody pays more than the sale says. */
export const ROUNDINGS = {
  none: { label: 'Not at all', stepPaise: 1, endPaise: 0 },
  rupee: { label: 'To whole rupees', stepPaise: 100, endPaise: 0 },
  'ends in 9': { label: 'To …9', stepPaise: 1_000, endPaise: 900 },
  'ends in 99': { label: 'To …99', stepPaise: 10_000, endPaise: 9_900 },
  'ends in 49 or 99': { label: 'To …49 or …99', stepPaise: 5_000, endPaise: 4_900 },
  'ends in 95': { label: 'To …95', stepPaise: 10_000, endPaise: 9_500 },
  'ends in 00': { label: 'To …00', stepPaise: 10_000, endPaise: 0 },
} as const satisfies Record<string, RoundingRule>

export type Rounding = keyof typeof ROUNDINGS
export const ROUNDING_NAMES = Object.keys(ROUNDINGS) as Rounding[]

export const MAX_SALE_TITLE = 60
/** Nothing is given away: a product is never free by a sale. */
export const MAX_SALE_PERCENT = 99
export const MAX_SALE_PRODUCTS = 5000
export const MAX_SALE_CATEGORIES = 100
export const MAX_SALE_COLLECTIONS = 50
/** The longest that a sale lasts: a year. */
export const MAX_SALE_DAYS = 366

/** How a sale stands now. */
export const SALE_STATES = ['coming', 'running', 'ended', 'stopped'] as const
export type SaleState = (typeof SALE_STATES)[number]

/** The products that a preview shows, and the most that a sentence names. */
export const PREVIEWED_PRODUCTS = 20
export const NAMED_PRODUCTS = 5
