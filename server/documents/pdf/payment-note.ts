import type { InvoiceContent, ReceiptContent, RefundVoucherContent } from '#server/documents/document-content.ts'

import { formatPaise } from '#contract/units/money.ts'

/** How an amount was paid, or went back, where store credit has a part in it; false where it has none. */
export function paymentNote(
  content: InvoiceContent | ReceiptContent | RefundVoucherContent,
  totalPaise: number,
): string | false {
  const { creditPaise = 0, paymentId } = content.order
  if ('corrects' in content && content.corrects) return content.corrects.isCredit ? 'Returned as store credit.' : false
  if (creditPaise === 0) return false
  const byCredit = `Paid by store credit: ${formatPaise(creditPaise)}`
  if (creditPaise >= totalPaise) return `${byCredit}.`
  const byMoney = paymentId === null ? 'in cash at the door' : 'by card, UPI or the like'
  return `${byCredit}; ${byMoney}: ${formatPaise(totalPaise - creditPaise)}.`
}
