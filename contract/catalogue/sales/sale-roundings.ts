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
