import type { Difference } from '#server/orders/cash/remittance-differences.ts'

import { isRupeeSum } from '#contract/units/money.ts'
import { lineTyped } from '#contract/schemas/typed-text.ts'
import { startOf } from '#contract/words/start-of-text.ts'
import { codeIn, isShortened, paiseIn, quoted } from '#server/http/csv/csv-cells.ts'

const MAX_SHOWN = 100

/** A cell as a sentence quotes it, and as a finding keeps it. */
export const shownCell = (cell: string) => startOf(lineTyped(cell), MAX_SHOWN)
const quotedCell = (cell: string) => quoted(cell, MAX_SHOWN)

/** The tracking number of a cell in capitals, without the empty decimals of a spreadsheet. */
export function trackingNumberIn(cell: string): string | Difference {
  const text = codeIn(cell).toUpperCase()
  if (text === '') {
    const reason = 'The line has no tracking number. Ask the courier which parcel the money is for.'
    return { kind: 'unreadable number', reason }
  }
  if (isShortened(text)) {
    const reason = `The spreadsheet has made ${quotedCell(cell)} of the tracking number, and its last digits are lost. Take the courier’s file as it came, or format the column as text and enter the number again.`
    return { kind: 'unreadable number', reason }
  }
  return text.replace(/^(\d+)\.0+$/, '$1')
}

const unreadableAmount = (reason: string): Difference => ({ kind: 'unreadable amount', reason })

/** The amount of a cell in paise, such as `1,539.00`, `₹1,539/-` or `Rs. 1539`. */
export function amountIn(cell: string): number | Difference {
  const text = codeIn(cell)
    .replace(/^(?:₹|rs\.?|inr)/i, '')
    .replace(/(?:\/-|rs\.?|inr|₹)$/i, '')
  if (text === '') return unreadableAmount('The line has no amount. Ask the courier what they paid for this parcel.')
  if (isShortened(text)) {
    return unreadableAmount(
      `The spreadsheet has made ${quotedCell(cell)} of the amount. Take the courier’s file as it came, or enter the amount again.`,
    )
  }
  if (/^\(.+\)$|^[-−]/.test(text)) {
    return unreadableAmount(`${quotedCell(cell)} is taken off, not paid out. Ask the courier what it is for.`)
  }
  const paise = paiseIn(cell)
  if (paise === undefined) {
    return unreadableAmount(`${quotedCell(cell)} is no amount in rupees. Ask the courier what they paid.`)
  }
  if (!Number.isInteger(paise)) {
    return unreadableAmount(
      `${quotedCell(cell)} has parts of a paisa, so it is a calculation of the sheet. Enter what the courier paid for this parcel.`,
    )
  }
  return isRupeeSum(paise) ? paise : unreadableAmount(`${quotedCell(cell)} is no amount that a parcel can have.`)
}
