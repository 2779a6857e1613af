import type { StaffReturn } from '#contract/returns/returns.ts'

import {
  CONDITION_FACTS,
  PIECE_CONDITIONS,
  type PieceCondition,
  type PiecePlace,
} from '#contract/returns/piece-conditions.ts'
import { NOT_DELIVERED, RETURN_REASON_FACTS, type LineReason } from '#contract/returns/return-reasons.ts'
import type { ReturnWait } from '#contract/states/return-states.ts'

/** What the staff do next, as a tab, a badge and a filter name it. */
export const WAIT_LABELS: Record<ReturnWait, string> = {
  approve: 'To approve',
  receive: 'To receive',
  inspect: 'To inspect',
  refund: 'To refund',
  exchange: 'Other size held',
  undelivered: 'Never arrived',
  arrived: 'At the shop',
  parcel: 'Look after the parcel',
}

export const ORIGIN_LABELS: Record<StaffReturn['origin'], string> = {
  customer: 'Asked for by the customer',
  staff: 'Taken back by the shop',
  'called back': 'The parcel was called back',
  'parcel refused': 'The parcel could not be delivered',
  'parcel lost': 'The parcel was lost',
}

export const WAY_LABELS: Record<NonNullable<StaffReturn['wayBack']>, string> = {
  'pick-up': 'A courier fetches it',
  'own parcel': 'The customer sends it',
}

export const PLACE_LABELS: Record<PiecePlace, string> = {
  shelf: 'on sale again',
  'written off': 'written off',
  'sent back': 'back to the customer',
}

export const reasonLabel = (reason: LineReason): string =>
  reason === NOT_DELIVERED ? 'It never arrived' : RETURN_REASON_FACTS[reason].label

const placesOf = (condition: PieceCondition): readonly PiecePlace[] => CONDITION_FACTS[condition].places

/** How a piece can be found and where it goes then. A form names one by its place in this list. */
export const OUTCOMES: readonly { condition: PieceCondition; goesTo: PiecePlace; label: string }[] =
  PIECE_CONDITIONS.flatMap((condition) =>
    placesOf(condition).map((goesTo) => ({
      condition,
      goesTo,
      label: `${CONDITION_FACTS[condition].label}: ${PLACE_LABELS[goesTo]}`,
    })),
  )
