/** What names a size on labels and to scanners. Each is unique among all sizes, without regard to case. */
export const SIZE_CODES = {
  sku: { label: 'SKU', word: 'SKU', max: 32 },
  barcode: { label: 'Barcode', word: 'barcode', max: 20 },
} as const
export type SizeCode = keyof typeof SIZE_CODES
export const SIZE_CODE_NAMES = Object.keys(SIZE_CODES) as SizeCode[]

/** Signs that a Code 128 bar code has and that a scanner types on every keyboard. */
export const CODE_PATTERN = /^[!-~]+$/

export const codeMismatch = (name: SizeCode): string =>
  `A ${SIZE_CODES[name].word} has at most ${SIZE_CODES[name].max} English letters, digits and signs.`

/** A code in the form in which codes are compared. */
export const codeKey = (code: string): string => code.trim().toLowerCase()
