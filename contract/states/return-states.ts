import { statesAfter, type Next } from '#contract/states/steps.ts'

interface ReturnFacts {
  /** On its badge, and in the customer's timeline. */
  label: string
  next: Next
  /** What the staff do about it; null where nothing waits for them. */
  waits: 'approve' | 'receive' | 'inspect' | null
  /** Where its pieces are. */
  pieces: 'with the customer' | 'coming back' | 'at the shop' | 'sorted' | 'nowhere'
  /** Whether its money may be settled: given back, or turned into another size. */
  isSettled: boolean
}

/**
 * What each status of a return is known by. It says where the pieces are and nothing of the money: what is due and what
 * was settled stands beside it. A new one is a row here, a migration, what happens (`server/returns/move-return.ts`)
 * and what is true of it (`server/orders/invariants.sql`).
 */
export const RETURN_FACTS = {
  asked: {
    label: 'Asked',
    next: { approved: ['staff'], refused: ['staff'], withdrawn: ['customer', 'staff'] },
    waits: 'approve',
    pieces: 'with the customer',
    isSettled: false,
  },
  approved: {
    label: 'Approved',
    next: {
      'on its way': ['staff', 'courier'],
      received: ['staff'],
      refused: ['staff'],
      withdrawn: ['customer', 'staff'],
    },
    waits: 'receive',
    pieces: 'with the customer',
    isSettled: true,
  },
  'on its way': {
    label: 'On its way',
    // A parcel that its customer has got after all is inspected without being received, and so is one that was lost.
    next: { received: ['staff'], lost: ['staff'], inspected: ['staff'] },
    waits: 'receive',
    pieces: 'coming back',
    isSettled: true,
  },
  received: {
    label: 'Received',
    next: { inspected: ['staff'] },
    waits: 'inspect',
    pieces: 'at the shop',
    isSettled: true,
  },
  inspected: { label: 'Inspected', next: {}, waits: null, pieces: 'sorted', isSettled: true },
  lost: { label: 'Lost', next: { inspected: ['staff'] }, waits: null, pieces: 'nowhere', isSettled: true },
  refused: { label: 'Refused', next: {}, waits: null, pieces: 'with the customer', isSettled: false },
  withdrawn: { label: 'Withdrawn', next: {}, waits: null, pieces: 'with the customer', isSettled: false },
} as const satisfies Record<string, ReturnFacts>

export type ReturnStatus = keyof typeof RETURN_FACTS
export const RETURN_STATUSES = Object.keys(RETURN_FACTS) as [ReturnStatus, ...ReturnStatus[]]

/** The statuses that may follow this one. */
export const nextReturnStatuses = (status: ReturnStatus): readonly ReturnStatus[] => statesAfter(RETURN_FACTS, status)

/** The statuses in which a return's money may be settled. */
export const SETTLED_STATUSES = RETURN_STATUSES.filter((status) => RETURN_FACTS[status].isSettled)

/** Returns that ended before anything came back: their pieces may be asked for again. */
export const ENDED_STATUSES = ['refused', 'withdrawn'] as const satisfies ReturnStatus[]

/** Statuses that no step follows which sends another size: what is held still, somebody has to send or to give free. */
export const LAST_TO_SEND = ['received', 'inspected', 'lost'] as const satisfies ReturnStatus[]

/**
 * What a return waits for. 'refund': its pieces are here and their money is not settled. 'exchange': another size is
 * held that could not leave. 'undelivered': a parcel could not be handed over or was lost, its pieces are not here, and
 * nobody has decided yet whether they are sent again or their money goes back. The last two are about the parcel that a
 * courier fetches: it is at the shop and nobody has received it, or somebody has to look after it.
 */
export const RARE_WAITS = ['exchange', 'undelivered', 'arrived', 'parcel'] as const
export const RETURN_WAITS = ['approve', 'receive', 'inspect', 'refund', ...RARE_WAITS] as const
export type ReturnWait = (typeof RETURN_WAITS)[number]
/** Whether it tells that money is due, which who only packs is not told. */
export const isMoneyWait = (wait: ReturnWait): boolean => wait === 'refund' || wait === 'undelivered'

/**
 * Why pieces are a return without anybody's asking: their parcel was called back, could not be handed over, or was
 * lost.
 */
export const PARCEL_ORIGINS = ['called back', 'parcel refused', 'parcel lost'] as const
export type ParcelOrigin = (typeof PARCEL_ORIGINS)[number]
export const isParcelOrigin = (origin: string): origin is ParcelOrigin =>
  (PARCEL_ORIGINS as readonly string[]).includes(origin)
/** Whether a parcel that was given up may still turn out to have reached its customer. */
export const isGivenUp = (status: ReturnStatus): boolean => status === 'on its way' || status === 'lost'
/** Whether it did: then its pieces were never received. */
export const isDelivered = ({
  status,
  timeline,
}: {
  status: string
  timeline: readonly { status: string }[]
}): boolean => status === 'inspected' && timeline.every((step) => step.status !== 'received')
/** Who began a return. */
export const RETURN_ORIGINS = ['customer', 'staff', ...PARCEL_ORIGINS] as const
