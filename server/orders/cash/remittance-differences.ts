import type { CashState } from '#contract/states/cash-states.ts'

import { formatPaise } from '#contract/units/money.ts'

/** What a courier has paid out for a parcel. */
export interface Remittance {
  amountPaise: number
  /** The bank's reference, and the sheet that told of it, where there are such. */
  reference?: string | undefined
  sheet?: string | undefined
}

/** What the shop knows of the money for a parcel. */
export interface KnownCash {
  status: CashState
  amountPaise: number
  remittanceReference: string | null
  remittanceSheet: string | null
}

/** In which way a line of a remittance is not what the shop knows. */
type DifferenceKind =
  | 'unreadable number'
  | 'unreadable amount'
  | 'unknown number'
  | 'several parcels'
  | 'prepaid order'
  | 'twice in the sheet'
  | 'not collected yet'
  | 'already remitted'
  | 'parcel refused'
  | 'order cancelled'
  | 'other amount'
  | 'changed meanwhile'

/** A difference, why it is one and what to do. */
export interface Difference {
  kind: DifferenceKind
  reason: string
}

/** Why money that a courier pays out for a parcel is not what it should be, and what to do. */
const OF_STATE: Record<Exclude<CashState, 'collected'>, Difference> = {
  'cash due': {
    kind: 'not collected yet',
    reason:
      'This parcel is not noted as delivered yet. If the courier has the money, press “Cash collected” first; else ask them which parcel they paid for.',
  },
  remitted: {
    kind: 'already remitted',
    reason:
      'The money for this parcel has come already. Ask the courier which parcel they meant, and give back what was paid twice.',
  },
  refused: {
    kind: 'parcel refused',
    reason: 'Nothing was due for this parcel: it was refused at the door. Ask the courier which parcel they paid for.',
  },
  'nothing due': {
    kind: 'order cancelled',
    reason: 'Nothing was due for this parcel: its order was cancelled. Ask the courier which parcel they paid for.',
  },
}

/** What a remittance differs in from what a courier collected; undefined where it is that to the paisa. */
export function remittanceDifference(cash: KnownCash, { amountPaise }: Remittance): Difference | undefined {
  if (cash.status !== 'collected') return OF_STATE[cash.status]
  if (amountPaise === cash.amountPaise) return undefined
  const [due, paid] = [formatPaise(cash.amountPaise), formatPaise(amountPaise)]
  const wrong = `The courier collected ${due} for this parcel and paid out ${paid}.`
  return {
    kind: 'other amount',
    reason: `${wrong} Ask them about the difference, and note the money once all of it has come.`,
  }
}

/**
 * Whether a remittance is the payment that has brought the money already: by the bank's reference, or told by the same
 * sheet.
 */
export const isSamePayment = (cash: KnownCash, { amountPaise, reference, sheet }: Remittance): boolean =>
  cash.status === 'remitted' &&
  cash.amountPaise === amountPaise &&
  ((Boolean(reference) && cash.remittanceReference === reference) ||
    (sheet !== undefined && cash.remittanceSheet === sheet))
