import type { ReceiptContent, ReceiptLine, ReceiptTaxation } from '#server/documents/document-content.ts'

import { feesPaise } from '#contract/cart/fees.ts'
import { roundedShare } from '#contract/tax/gst-rules.ts'
import { splitPaise } from '#contract/money.ts'

/** What a line of a receipt cost after its discount. */
export const amountOf = ({ paidPricePaise, quantity, discountPaise }: ReceiptLine): number =>
  paidPricePaise * quantity - discountPaise

export const paidPaiseOf = ({ lines, fees = [] }: Pick<ReceiptContent, 'lines' | 'fees'>): number =>
  lines.reduce((sum, line) => sum + amountOf(line), feesPaise(fees))

/** The tax of a part of what was paid, spread over its rates by what was paid at each. The whole has the whole tax. */
export function shareOfTax(
  tax: NonNullable<ReceiptTaxation['tax']>,
  paise: number,
): NonNullable<ReceiptTaxation['tax']> {
  const shares = splitPaise(
    paise,
    tax.map(({ totalPaise }) => totalPaise),
  )
  return tax.map(({ percent, totalPaise, ...whole }, index) => {
    const share = shares[index] ?? 0
    const part = (taxPaise: number) => (totalPaise === 0 ? 0 : roundedShare(taxPaise, share, totalPaise))
    const [central, state, integrated] = [part(whole.centralPaise), part(whole.statePaise), part(whole.integratedPaise)]
    return {
      percent,
      totalPaise: share,
      taxablePaise: share - central - state - integrated,
      centralPaise: central,
      statePaise: state,
      integratedPaise: integrated,
    }
  })
}
