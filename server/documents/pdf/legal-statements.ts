/** The law demands it on the documents of a seller under the composition scheme (rule 5 of the CGST rules). */
export const COMPOSITION_STATEMENT = 'Composition taxable person, not eligible to collect tax on supplies'

/** On each document with tax. */
export const REVERSE_CHARGE_STATEMENT = 'Tax is not payable on reverse charge.'

export const SIGNATURE_STATEMENT = 'Made by computer, and valid without a signature.'

/** On the copy of an invoice that its recipient gets (rule 48). */
export const ORIGINAL = 'Original for recipient'
