import type { Generated } from 'kysely'

import type { LineReason } from '#contract/returns/return-reasons.ts'
import type { PieceCondition, PiecePlace } from '#contract/returns/piece-conditions.ts'
import type { RETURN_ORIGINS, ReturnStatus } from '#contract/states/return-states.ts'
import type { WAYS_BACK } from '#contract/returns/ways-back.ts'

/** What comes back after it has left: where its pieces are, and how their money is settled. */
export interface ReturnTables {
  returns: {
    id: string
    orderId: string
    status: ReturnStatus
    origin: (typeof RETURN_ORIGINS)[number]
    /** Null for a parcel that never arrived. */
    wayBack: (typeof WAYS_BACK)[number] | null
    askedAt: Generated<Date>
    receivedAt: Date | null
    /** Sealed (`server/returns/sealed-refund-to.ts`). */
    refundTo: Uint8Array | null
    /** It becomes store credit instead. */
    asCredit: Generated<boolean>
    /** Until when another size is held if nothing comes back. */
    heldUntil: Date | null
  }

  returnLines: {
    returnId: string
    orderLineId: string
    quantity: number
    reason: LineReason
    note: string | null
    exchangeSizeId: string | null
    /** How many pieces of that size are held. */
    held: Generated<number>
  }

  returnSteps: {
    returnId: string
    status: ReturnStatus
    actorId: string | null
    at: Generated<Date>
    reason: string | null
  }

  inspectedPieces: {
    returnId: string
    orderLineId: string
    condition: PieceCondition
    goesTo: PiecePlace
    quantity: number
  }

  returnPictures: {
    returnId: string
    position: number
    pictureHash: string
  }

  settlements: {
    id: string
    returnId: string
    orderId: string
    kind: 'refund' | 'by hand' | 'store credit' | 'exchange'
    amountPaise: number
    feesPaise: Generated<number>
    actorId: string | null
    at: Generated<Date>
    refundId: string | null
    reference: string | null
    creditId: Generated<string | null>
    /** What of the amount came back as the order's own store credit. */
    returnedCreditPaise: Generated<number | null>
    /** Of an exchange: the order that was paid first, where it gave this back. */
    firstOrderId: Generated<string | null>
  }

  settledPieces: {
    settlementId: string
    orderLineId: string
    quantity: number
    amountPaise: number
  }
}
