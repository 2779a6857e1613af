/** A shorter number is printed with zeros before it. */
export const NUMBER_DIGITS = 6

/** A number as it is printed, of at most 16 characters: `S2627/000001`. */
export const documentNumber = ({ series, year, number }: { series: string; year: string; number: number }): string =>
  `${series}${year}/${String(number).padStart(NUMBER_DIGITS, '0')}`
