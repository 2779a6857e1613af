import type { CsvLine } from '#server/catalogue/csv/csv-format.ts'

import { SIZE_CODES, type SizeCode } from '#contract/catalogue/labels/size-codes.ts'
import { STORAGE_PLACE } from '#contract/catalogue/labels/storage-place.ts'
import { storagePlace, sizeCodes } from '#contract/catalogue/product-input.ts'
import { AS_TEXT, lostDigitsOf } from '#server/http/csv/csv-cells.ts'
import { looksLikeDate } from '#server/http/csv/csv-encoding.ts'

/** The lengths of the numbers that makers print (GS1: GTIN-8, GTIN-12, GTIN-13), whose last digit is a check. */
const GTIN_LENGTHS = [12, 13]
/** Shorter numbers are an owner's own, more often than one of these without its zeros. */
const SHORTEST_DAMAGED = 9

function hasCheckDigit(digits: string): boolean {
  const weighted = Array.from(digits, Number).toReversed()
  return weighted.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

/** The maker's number that this one was before a spreadsheet took its first zeros; undefined if it looks whole. */
function beforeZerosWereTaken(code: string): string | undefined {
  const isShort = code.length >= SHORTEST_DAMAGED && code.length < Math.min(...GTIN_LENGTHS)
  if (!isShort || !/^\d+$/.test(code)) return undefined
  return hasCheckDigit(code) ? GTIN_LENGTHS.map((length) => code.padStart(length, '0'))[0] : undefined
}

interface Refusal {
  line: number
  reason: string
}

/** A code in a cell of a CSV, undefined where it says none, or why it cannot be taken. */
export function codeInCell(name: SizeCode, { line, cells }: CsvLine): string | undefined | Refusal {
  const cell = cells[name]?.trim() ?? ''
  if (cell === '') return undefined
  const refuse = (sentence: string) => ({ line, reason: `${name}: ${sentence}` })
  const lost = lostDigitsOf(cell)
  if (lost !== undefined) return refuse(lost)
  if (looksLikeDate(cell)) {
    return refuse(
      `“${cell.slice(0, 40)}” looks like a date that a spreadsheet made of a ${SIZE_CODES[name].word}. ${AS_TEXT}`,
    )
  }
  const parsed = sizeCodes[name].safeParse(cell)
  if (!parsed.success) return refuse(`${parsed.error.issues[0]?.message} It says “${cell.slice(0, 40)}”.`)
  const whole = name === 'barcode' ? beforeZerosWereTaken(parsed.data) : undefined
  if (whole !== undefined) {
    return refuse(`“${cell}” looks like ${whole} without its first zeros, which a spreadsheet takes away. ${AS_TEXT}`)
  }
  return parsed.data
}

/** A place on the shelf in a cell of a CSV, null for an empty cell, or why it cannot be taken. */
export function storagePlaceInCell({ line, cells }: CsvLine): string | null | Refusal {
  const cell = cells.storage_place?.trim() ?? ''
  if (cell === '') return null
  const refuse = (sentence: string) => ({ line, reason: `storage_place: ${sentence}` })
  // Rack, board and box are written like a date, too: 1-2-3.
  if (looksLikeDate(cell) && /[a-z]|\d{4}/i.test(cell)) {
    return refuse(
      `“${cell.slice(0, 40)}” looks like a date that a spreadsheet made of a ${STORAGE_PLACE.word}. ${AS_TEXT}`,
    )
  }
  const parsed = storagePlace.safeParse(cell)
  return parsed.success ? parsed.data : refuse(`${parsed.error.issues[0]?.message} It says “${cell.slice(0, 40)}”.`)
}

/** Why a code that a size has is not replaced: the sheet has the same one without its first zeros. */
export function zerosTaken(name: SizeCode, has: string | null, says: string): string | undefined {
  if (has === null || !/^0\d+$/.test(has) || says.length >= has.length || says.padStart(has.length, '0') !== has) {
    return undefined
  }
  const sentence = `The ${SIZE_CODES[name].word} is ${has}, and the sheet says ${says}`
  return `${name}: ${sentence}: a spreadsheet takes the first zeros away. Leave the cell empty, or format the column as text.`
}
