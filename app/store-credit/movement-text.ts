import type { CreditMovement } from '#contract/accounts/store-credit.ts'

import { formatTotal } from '#contract/units/money.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

/** '+₹500.00' or '−₹120.50'. */
export const changeText = (change: number): string => `${change < 0 ? '−' : '+'}${formatTotal(Math.abs(change))}`

/** What a movement of store credit was, in a few words. */
export function movementText({ kind, reason, orderId }: CreditMovement): string {
  const order = orderId === undefined ? 'your checkout' : `order #${shortIdOf(orderId)}`
  switch (kind) {
    case 'given':
      return reason || 'Given'
    case 'held':
      return orderId === undefined ? `Held for ${order}` : `Paid for ${order}`
    case 'released':
    case 'returned':
      return `Came back from ${order}`
    case 'taken back':
      return reason ? `Taken back: ${reason}` : 'Taken back'
    case 'expired':
      return 'Its last day has passed'
  }
}
