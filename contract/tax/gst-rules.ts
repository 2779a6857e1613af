/*
 * Rates, limits and dates of India's goods and services tax on clothes. They come from public secondary sources of
 * November 2026: an accountant should confirm them before real trade. When the law changes, change the tables of this
 * file.
 */

/** Rows that hold from their day on, by India's calendar; the first one also before it. */
type Dated<Row> = readonly [Row & { from: string }, ...(Row & { from: string })[]]

interface ClothesRates {
  /** The highest net value of one piece at the low rate. */
  limitPaise: number
  lowPercent: number
  highPercent: number
}

/** Which rates hold for a piece of clothing. */
const CLOTHES_RATES: Dated<ClothesRates> = [
  { from: '2017-07-01', limitPaise: 100_000, lowPercent: 5, highPercent: 12 },
  { from: '2025-09-22', limitPaise: 250_000, lowPercent: 5, highPercent: 18 },
]

/** Above which an invoice to a consumer in another state is listed by itself in GSTR-1 (B2CL). */
export const LARGE_INVOICES: Dated<{ abovePaise: number }> = [
  { from: '2017-07-01', abovePaise: 25_000_000 },
  { from: '2024-08-01', abovePaise: 10_000_000 },
]

/** How many digits of the HSN code a document shows, by the seller's turnover of the year before. */
export const HSN_DIGITS = { 'up to ₹5 crore': 4, 'above ₹5 crore': 6 } as const
export type TurnoverClass = keyof typeof HSN_DIGITS

/** The HSN code of a product without its own: that of the first row whose words are in the name of its category. */
const HSN_OF_CATEGORY: readonly (readonly [RegExp, string])[] = [
  [/\bt-?shirts?\b|\btees?\b/i, '610910'],
  [/\bpolos?\b/i, '610510'],
  [/\bshirts?\b|\bkurtas?\b/i, '620520'],
  [/\bjoggers?\b|\btrack ?pants?\b/i, '610342'],
]
/** Trousers, jeans, sets, and whatever else a men's shop sells. */
const OTHER_HSN = '620342'

/** What the codes of clothes stand for, by their first four digits, as table 12 of GSTR-1 describes them. */
const HSN_DESCRIPTIONS: Readonly<Record<string, string>> = {
  '6103': 'Trousers and suits, knitted',
  '6105': 'Shirts, knitted',
  '6109': 'T-shirts and vests, knitted',
  '6110': 'Jerseys and pullovers, knitted',
  '6201': 'Coats and jackets, woven',
  '6203': 'Trousers and suits, woven',
  '6205': 'Shirts, woven',
  '6211': 'Tracksuits, woven',
}

/** What the goods of an HSN code are called. */
export const describeHsn = (hsn: string): string => HSN_DESCRIPTIONS[hsn.slice(0, 4)] ?? 'Articles of apparel'

/** How the seller is registered. */
export const REGISTRATIONS = ['none', 'composition', 'regular'] as const
export type Registration = (typeof REGISTRATIONS)[number]

/** The tax of one piece, in paise. Central and state tax are equal; they and the integrated tax exclude each other. */
export interface PieceTax {
  taxablePaise: number
  centralPaise: number
  statePaise: number
  integratedPaise: number
}

const holdingOn = <Row>(rows: Dated<Row>, day: string): Row => rows.findLast(({ from }) => from <= day) ?? rows[0]

/** The highest price with tax of one piece that has the low rate, in paise. */
const lowUpTo = ({ limitPaise, lowPercent }: ClothesRates) => Math.floor((limitPaise * (100 + lowPercent)) / 100)

/**
 * The rate in per cent for one piece of clothing that is sold at this price, tax included, on this day in India. Where
 * the net value is above the limit at the low rate and not above it at the high one, the high rate is taken.
 */
export function rateOfPiece(pricePaise: number, day: string): number {
  const rates = holdingOn(CLOTHES_RATES, day)
  return pricePaise <= lowUpTo(rates) ? rates.lowPercent : rates.highPercent
}

/** `part` of `whole` of an amount in paise, half a paisa up, without a fraction on the way. */
export const roundedShare = (paise: number, part: number, whole: number) =>
  Number((2n * BigInt(paise) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

/** The tax that is included in the price of one piece. Within a state each half is rounded by itself. */
export function taxOfPiece(pricePaise: number, percent: number, isSameState: boolean): PieceTax {
  if (!isSameState) {
    const integratedPaise = roundedShare(pricePaise, percent, 100 + percent)
    return { taxablePaise: pricePaise - integratedPaise, centralPaise: 0, statePaise: 0, integratedPaise }
  }
  const half = roundedShare(pricePaise, percent, 2 * (100 + percent))
  return { taxablePaise: pricePaise - 2 * half, centralPaise: half, statePaise: half, integratedPaise: 0 }
}

/**
 * The tax of a row of GSTR-1, whose taxable value is below zero where more was credited than sold. The portal holds it
 * against the value times the rate, so it is computed as the offline tool of the GST network does, not added up from
 * pieces.
 */
export function taxOfReturnRow(
  taxablePaise: number,
  percent: number,
  isSameState: boolean,
): Omit<PieceTax, 'taxablePaise'> {
  const share = (part: number) => Math.round(Number((percent * (taxablePaise / 100) * part).toFixed(2)) * 100)
  if (!isSameState) return { centralPaise: 0, statePaise: 0, integratedPaise: share(0.01) }
  return { centralPaise: share(0.005), statePaise: share(0.005), integratedPaise: 0 }
}

/** Two prices in rupees beside the gap that a price lies in: the highest below it and the lowest whole one above it. */
interface PriceGap {
  belowRupees: number
  aboveRupees: number
}

/** The prices in the gap between two rates on this day in India: above the one, up to the other. */
export function priceGapOn(day: string): { abovePaise: number; upToPaise: number } {
  const rates = holdingOn(CLOTHES_RATES, day)
  return { abovePaise: lowUpTo(rates), upToPaise: Math.floor((rates.limitPaise * (100 + rates.highPercent)) / 100) }
}

/**
 * The gap that a price lies in: too high for the low rate, and so low that the high rate leaves the seller less than
 * the price just below the gap would. Undefined for any other price.
 */
export function priceGapAround(pricePaise: number, day: string): PriceGap | undefined {
  const { abovePaise, upToPaise } = priceGapOn(day)
  if (pricePaise <= abovePaise || pricePaise > upToPaise) return undefined
  return { belowRupees: Math.floor(abovePaise / 100), aboveRupees: Math.floor(upToPaise / 100) + 1 }
}

/** Whether an invoice of this amount to a consumer in another state is listed by itself in GSTR-1. */
export const isLargeInvoice = (totalPaise: number, day: string): boolean =>
  totalPaise > holdingOn(LARGE_INVOICES, day).abovePaise

/** `hsn`, the code of a product or of its category; where there is none, six digits by the name of the category. */
export const hsnOf = (hsn: string | null, category: string): string =>
  hsn ?? HSN_OF_CATEGORY.find(([words]) => words.test(category))?.[1] ?? OTHER_HSN
