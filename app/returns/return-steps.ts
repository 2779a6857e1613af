import type { PathStep } from '#app/orders/step-path.tsx'
import type { Tone } from '#app/ui/status-badge.tsx'
import { formatTotal } from '#contract/units/money.ts'
import { isDelivered, nextReturnStatuses, RETURN_FACTS, type ReturnStatus } from '#contract/states/return-states.ts'
import type { Return } from '#contract/returns/returns.ts'

const TONES: Record<(typeof RETURN_FACTS)[ReturnStatus]['pieces'], Tone> = {
  'with the customer': 'placed',
  'coming back': 'shipped',
  'at the shop': 'delivered',
  sorted: 'delivered',
  nowhere: 'lost',
}

/** The look of a return's badge, and of its steps. */
export const toneOf = (status: ReturnStatus): Tone =>
  status === 'refused' || status === 'withdrawn' ? 'cancelled' : TONES[RETURN_FACTS[status].pieces]

/** What its customer reads of a status: nobody has inspected what never came back. */
export const statusWord = (status: ReturnStatus, shown: Pick<Return, 'status' | 'timeline'>): string =>
  status === 'inspected' && isDelivered(shown) ? 'Arrived after all' : RETURN_FACTS[status].label

/** What follows if all goes well: while it waits for somebody, the first of the statuses that may follow. */
function statusesAhead(status: ReturnStatus): ReturnStatus[] {
  const [next] = nextReturnStatuses(status)
  return next && RETURN_FACTS[status].waits !== null ? [next, ...statusesAhead(next)] : []
}

/** The steps of a return: those reached, those ahead, and the payments of its money that the shop made by hand. */
export function returnSteps(shown: Pick<Return, 'status' | 'timeline' | 'refund'>): PathStep[] {
  const { status, timeline, refund } = shown
  const stepOf = (one: ReturnStatus, at?: string): PathStep => ({
    word: statusWord(one, shown),
    tone: toneOf(one),
    at,
  })
  const payments = refund.payments.map(({ amount, at }) => ({
    word: `Payment of ${formatTotal(amount)}`,
    tone: 'delivered' as const,
    at,
  }))
  const reached = [...timeline.map((taken) => stepOf(taken.status, taken.at)), ...payments]
  return [
    ...reached.toSorted((one, other) => Date.parse(one.at ?? '') - Date.parse(other.at ?? '')),
    ...statusesAhead(status).map((ahead) => stepOf(ahead)),
  ]
}
