import type { ReceiptContent, ReceiptLine, ReceiptTaxation } from '#server/documents/document-content.ts'
import type { Sums } from '#server/documents/invoice-lines.ts'

import { feesPaise } from '#contract/cart/fees.ts'
import { roundedShare } from '#contract/tax/gst-rules.ts'
import { splitPaise } from '#contract/units/money.ts'

/** What a line of a receipt cost after its discount. */
export const amountOf = ({ paidPricePaise, quantity, discountPaise }: ReceiptLine): number =>
  paidPricePaise * quantity - discountPaise

export const paidPaiseOf = ({ lines, fees = [] }: Pick<ReceiptContent, 'lines' | 'fees'>): number =>
  lines.reduce((sum, line) => sum + amountOf(line), feesPaise(fees))

/** Money that vouchers may still be over, and the tax in it by rate. */
interface MoneyLeft {
  paise: number
  tax: ReceiptTaxation['tax']
}

export const moneyLeft = (paise: number, tax: MoneyLeft['tax']): MoneyLeft => ({ paise, tax })

/** What is left once a voucher is over a part of it. */
export function without({ paise, tax }: MoneyLeft, voucher: MoneyLeft): MoneyLeft {
  const rest = (percent: number, sum: keyof Sums, whole: number) =>
    whole - (voucher.tax?.find((part) => part.percent === percent)?.[sum] ?? 0)
  return {
    paise: paise - voucher.paise,
    tax:
      tax &&
      tax.map(({ percent, ...sums }) => ({
        percent,
        totalPaise: rest(percent, 'totalPaise', sums.totalPaise),
        taxablePaise: rest(percent, 'taxablePaise', sums.taxablePaise),
        centralPaise: rest(percent, 'centralPaise', sums.centralPaise),
        statePaise: rest(percent, 'statePaise', sums.statePaise),
        integratedPaise: rest(percent, 'integratedPaise', sums.integratedPaise),
      })),
  }
}

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
