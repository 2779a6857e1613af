/** What an order may have on paper: a receipt at payment, an invoice or bill when it leaves, a credit note for a refund after that. */
export const DOCUMENT_KINDS = ['receipt', 'tax invoice', 'bill of supply', 'credit note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Its name as a title and on a button. */
export const documentTitle = (kind: DocumentKind): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`

/** A number as it is printed, of at most 16 characters: `S2627/000001`. */
export const documentNumber = ({ series, year, number }: { series: string; year: string; number: number }): string =>
  `${series}${year}/${String(number).padStart(6, '0')}`
