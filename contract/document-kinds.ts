/**
 * The documents of an order: a receipt at payment, an invoice or bill when it is shipped, a credit note for a refund after
 * that.
 */
export const DOCUMENT_KINDS = ['receipt', 'tax invoice', 'bill of supply', 'credit note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Its name as a title and on a button. */
export const documentTitle = (kind: DocumentKind): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
