import type { Difference } from '#server/orders/cash/remittance-differences.ts'

import { isRupeeSum } from '#contract/money.ts'
import { codeTyped, lineTyped } from '#contract/schemas/typed-text.ts'
import { unescapeCell } from '#server/http/csv-encoding.ts'

/** A cell as a sentence quotes it, and as a finding keeps it. */
export const shownCell = (cell: string) => lineTyped(cell).slice(0, 100)
const quoted = (cell: string) => `“${shownCell(cell)}”`

/** The code of a cell without the apostrophe that makes a spreadsheet take it for text. */
const codeIn = (cell: string) => codeTyped(unescapeCell(cell.trim())).replace(/^['’]/, '')

/** A number that a spreadsheet has shortened: 1.49081E+11. */
const SHORTENED = /^\d+(?:\.\d+)?e\+?\d+$/i

/** The tracking number of a cell in capitals, without the empty decimals of a spreadsheet. */
export function trackingNumberIn(cell: string): string | Difference {
  const text = codeIn(cell).toUpperCase()
  if (text === '') {
    const reason = 'The line has no tracking number. Ask the courier which parcel the money is for.'
    return { kind: 'unreadable number', reason }
  }
  if (SHORTENED.test(text)) {
    const reason = `The spreadsheet has made ${quoted(cell)} of the tracking number, and its last digits are lost. Take the courier’s file as it came, or format the column as text and enter the number again.`
    return { kind: 'unreadable number', reason }
  }
  return text.replace(/^(\d+)\.0+$/, '$1')
}

const unreadableAmount = (reason: string): Difference => ({ kind: 'unreadable amount', reason })

/** Digits alone or in groups of thousands or of lakhs, and decimals. */
const AMOUNT = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d*))?$/

/** The amount of a cell in paise, such as `1,539.00`, `₹1,539/-` or `Rs. 1539`. */
export function amountIn(cell: string): number | Difference {
  const text = codeIn(cell)
    .replace(/^(?:₹|rs\.?|inr)/i, '')
    .replace(/(?:\/-|rs\.?|inr|₹)$/i, '')
  if (text === '') return unreadableAmount('The line has no amount. Ask the courier what they paid for this parcel.')
  if (SHORTENED.test(text)) {
    return unreadableAmount(
      `The spreadsheet has made ${quoted(cell)} of the amount. Take the courier’s file as it came, or enter the amount again.`,
    )
  }
  if (/^\(.+\)$|^[-−]/.test(text)) {
    return unreadableAmount(`${quoted(cell)} is taken off, not paid out. Ask the courier what it is for.`)
  }
  const [, whole, decimals = ''] = AMOUNT.exec(text) ?? []
  if (whole === undefined) {
    return unreadableAmount(`${quoted(cell)} is no amount in rupees. Ask the courier what they paid.`)
  }
  if (/[1-9]/.test(decimals.slice(2))) {
    return unreadableAmount(
      `${quoted(cell)} has parts of a paisa, so it is a calculation of the sheet. Enter what the courier paid for this parcel.`,
    )
  }
  const paise = Number(`${whole.replaceAll(',', '')}${decimals.slice(0, 2).padEnd(2, '0')}`)
  return isRupeeSum(paise) ? paise : unreadableAmount(`${quoted(cell)} is no amount that a parcel can have.`)
}
