import { shortIdOf } from '#contract/schemas/short-id.ts'

/** A shorter number is printed with zeros before it. */
export const NUMBER_DIGITS = 6

/** A document's place in its series. All are null on a receipt without a series, which has the number of its order. */
export interface DocumentNumber {
  series: string | null
  year: string | null
  number: number | null
  orderId: string
}

/** A number as it is printed: `S2627/000001`, of at most 16 characters, or `#4F2A9C` of a receipt without a series. */
export const documentNumber = ({ series, year, number, orderId }: DocumentNumber): string =>
  number === null ? `#${shortIdOf(orderId)}` : `${series}${year}/${String(number).padStart(NUMBER_DIGITS, '0')}`

const PRINTED = /^(?<series>[^/]+)\/0*(?<number>\d{1,9})$/

/**
 * Reads a printed number: its series with the year, in upper case, and its number in it. Undefined for any other text.
 */
export function parseDocumentNumber(text: string): { seriesAndYear: string; number: number } | undefined {
  const { series, number } = PRINTED.exec(text)?.groups ?? {}
  return series === undefined ? undefined : { seriesAndYear: series.toUpperCase(), number: Number(number) }
}
