import { MAX_PIN_FEE_RUPEES } from '#contract/delivery/pin-table-limits.ts'
import { MAX_DELIVERY_DAYS } from '#contract/settings/delivery-settings.ts'
import { stateNamed } from '#contract/schemas/state-spellings.ts'
import { lineTyped } from '#contract/schemas/typed-text.ts'
import { isPinNumber, pinsOfPrefix } from '#server/delivery/pin-areas.ts'
import { codeIn, isShortened, paiseIn, quoted, writtenOut } from '#server/http/csv/csv-cells.ts'
import { looksLikeDate, unescapeCell } from '#server/http/csv/csv-encoding.ts'
import { hasLostLetters, LETTERS_LOST } from '#server/http/csv/lost-letters.ts'

/** Why a cell cannot be used. */
interface Fault {
  fault: string
}

/** A name in letters that nothing has to be understood of: what follows is slow beside twenty thousand lines. */
const isPlainText = (cell: string) => /^[\w.,()][\w .,()]*$/.test(cell)

/**
 * What sheets write where there is nothing. In a cell of a row it takes away what the row says; an empty cell leaves it
 * as it is.
 */
const isNothing = (text: string) => /^(?:[-–—]|n\/?a|null|none)$/i.test(text)

/** A number of a spreadsheet with its groups or its empty decimals: 5,60,001 and 560001.0. */
const plainPin = (text: string) =>
  text.replace(/^(\d{1,3}(?:,\d{2,3})+|\d+)(?:\.0+)?$/, (_, whole: string) => whole.replaceAll(',', ''))

/**
 * The PINs that a cell names: one, a range such as `560001-560110`, or a prefix such as `11*`. Digits of any script,
 * blanks inside.
 */
export function pinsIn(cell: string): { first: number; last: number } | Fault {
  const text = plainPin(codeIn(cell).replace(/^pin(?:code)?[:.-]*/i, ''))
  if (text === '') return { fault: 'pin: The PIN code is missing.' }
  if (isShortened(text)) {
    return {
      fault: `pin: The spreadsheet has made ${quoted(cell)} of the PIN code, and its last digits are lost. Format the column as text and enter it again.`,
    }
  }
  const prefix = /^(\d{1,6})(?:\*+|x+)$/i.exec(text)?.[1]
  if (prefix !== undefined) {
    if (prefix.startsWith('0')) return { fault: `pin: No PIN code begins with 0, as in ${quoted(cell)}.` }
    return pinsOfPrefix(prefix)
  }
  if (/^[*x]+$/i.test(text)) {
    return { fault: 'pin: All PIN codes at once have no row; what holds for the rest is set beside the table.' }
  }
  const [from = '', to = from, ...more] = text.split(/-|\.\.|to|:/i)
  if (more.length > 0 || !/^\d+$/.test(from) || !/^\d+$/.test(to)) {
    const sentence = /[,;/|&+]/.test(text)
      ? 'One PIN code, one range or one prefix in a line.'
      : 'It is no PIN code, range or prefix.'
    return { fault: `pin: ${sentence} It says ${quoted(cell)}.` }
  }
  const [first, last] = [Number(from), Number(to)]
  if (from.length !== 6 || to.length !== 6) {
    const isShort = from.length < 6 && from === to && !from.startsWith('0')
    const advice = isShort ? ` For all that begin so write ${from}*.` : ''
    return { fault: `pin: A PIN code has six digits. It says ${quoted(cell)}.${advice}` }
  }
  if (!isPinNumber(first) || !isPinNumber(last)) {
    return { fault: `pin: No PIN code begins with 0, as in ${quoted(cell)}.` }
  }
  if (last < first) return { fault: `pin: The range ends before it begins: ${quoted(cell)}. Write ${last}-${first}.` }
  return { first, last }
}

const YES = new Set([
  'yes',
  'y',
  'true',
  't',
  '1',
  'available',
  'active',
  'serviceable',
  'on',
  'ok',
  '✓',
  '✔',
  '☑',
  'cod',
  'prepaid',
  'both',
  'हाँ',
  'हां',
  'हा',
])
const NO = new Set([
  'no',
  'n',
  'false',
  'f',
  '0',
  'notavailable',
  'unavailable',
  'inactive',
  'notserviceable',
  'nonserviceable',
  'unserviceable',
  'off',
  'na',
  'n/a',
  'nil',
  'none',
  'null',
  '-',
  '✗',
  '✘',
  'x',
  '☐',
  'नहीं',
  'नही',
])

/** Yes or no, in whatever way a sheet says it; undefined for an empty cell. */
export function yesOrNoIn(column: string, cell: string): boolean | undefined | Fault {
  const text = codeIn(cell)
    .toLowerCase()
    .replace(/^([01])\.0+$/, '$1')
    .replaceAll('_', '')
  if (text === '') return undefined
  const word = text.replace(/(?<=not|non)-/, '')
  if (YES.has(word)) return true
  return NO.has(word) ? false : { fault: `${column}: Yes or no, not ${quoted(cell)}.` }
}

/**
 * Days from a cell such as `4`, `3-5 days`, `T+4` or `48 hours`; of a span the later. Null for nothing, undefined for
 * an empty cell.
 */
export function daysIn(cell: string): number | null | undefined | Fault {
  const text = writtenOut(codeIn(cell).toLowerCase())
  if (text === '') return undefined
  if (isNothing(text)) return null
  if (/^[0-8]?\d$/.test(text)) return Number(text)
  if (looksLikeDate(lineTyped(cell)) && !/^\d{1,2}-\d{1,2}$/.test(text)) {
    return { fault: `days: ${quoted(cell)} looks like a date that a spreadsheet made of a span of days.` }
  }
  if (/^[-−]\d/.test(text)) return { fault: `days: A parcel does not arrive before it leaves: ${quoted(cell)}.` }
  const [, first = '', second = first, unit = ''] =
    /^(?:[td]\+)?(\d{1,4})(?:\.0+)?(?:(?:-|to)(\d{1,4})(?:\.0+)?)?(?:working|business)?(d|days?|h|hrs?|hours?)?$/.exec(
      text,
    ) ?? []
  if (first === '') return { fault: `days: A whole number of days, not ${quoted(cell)}.` }
  if (Number(second) < Number(first)) return { fault: `days: The span ends before it begins: ${quoted(cell)}.` }
  const days = unit.startsWith('h') ? Math.ceil(Number(second) / 24) : Number(second)
  return days <= MAX_DELIVERY_DAYS ? days : { fault: `days: At most ${MAX_DELIVERY_DAYS} days, not ${quoted(cell)}.` }
}

/** A fee in paise from a cell such as `40`, `₹ 40.00` or `free`. Null for nothing, undefined for an empty cell. */
export function feePaiseIn(cell: string): number | null | undefined | Fault {
  const text = codeIn(cell).toLowerCase()
  if (text === '') return undefined
  if (isNothing(text)) return null
  if (text === 'free' || text === 'nil') return 0
  const paise = paiseIn(text)
  if (paise === undefined || !Number.isInteger(paise)) {
    return { fault: `fee: Rupees with at most two decimals, not ${quoted(cell)}.` }
  }
  if (paise < 0) return { fault: `fee: A fee is not below 0: ${quoted(cell)}.` }
  return paise <= MAX_PIN_FEE_RUPEES * 100
    ? paise
    : { fault: `fee: At most ₹${MAX_PIN_FEE_RUPEES}, not ${quoted(cell)}.` }
}

/** A name for people to read. Null for nothing, undefined for an empty cell. */
export function cityIn(cell: string): string | null | undefined | Fault {
  const trimmed = cell.trim()
  const city = isPlainText(trimmed) ? trimmed : lineTyped(unescapeCell(trimmed))
  if (city === '') return undefined
  if (isNothing(city)) return null
  if (hasLostLetters(city)) return { fault: `city: ${LETTERS_LOST}` }
  return city.length <= 120 && city.isWellFormed() && !city.includes('\0')
    ? city
    : { fault: 'city: At most 120 characters.' }
}

function stateIn(cell: string): string | null | undefined | Fault {
  const text = lineTyped(unescapeCell(cell.trim()))
  if (text === '') return undefined
  if (isNothing(text)) return null
  return (
    stateNamed(text)?.name ?? {
      fault: `state: India has no state ${quoted(cell)}. Leave it empty if you are not sure.`,
    }
  )
}

/** A state by whatever name it is known. Sheets repeat few names thousands of times, and a misspelt one takes long. */
export function createStateReader(): typeof stateIn {
  const known = new Map<string, ReturnType<typeof stateIn>>()
  return (cell) => {
    if (!known.has(cell)) known.set(cell, stateIn(cell))
    return known.get(cell)
  }
}

export const isFault = (read: unknown): read is Fault => typeof read === 'object' && read !== null && 'fault' in read
