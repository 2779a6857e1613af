import type { ParcelStep, UndeliveredReason } from '#contract/states/parcel-steps.ts'

/** Shiprocket's words for where a parcel is, in capitals and with single blanks, each with what it means here. */
const WORDS: Record<ParcelStep, readonly string[]> = {
  booked: [
    'AWB ASSIGNED',
    'LABEL GENERATED',
    'PICKUP SCHEDULED',
    'PICKUP GENERATED',
    'PICKUP QUEUED',
    'PICKUP BOOKED',
    'PICKUP RESCHEDULED',
    'PICKUP EXCEPTION',
    'PICKUP ERROR',
    'OUT FOR PICKUP',
    'MANIFEST GENERATED',
    'SHIPMENT BOOKED',
    'RETURN PENDING',
    'RETURN INITIATED',
    'RETURN PICKUP QUEUED',
    'RETURN PICKUP GENERATED',
    'RETURN OUT FOR PICKUP',
    'RETURN PICKUP RESCHEDULED',
    'RETURN PICKUP EXCEPTION',
    'RETURN PICKUP ERROR',
    'RETURN PICKUP CANCELLED',
    'RETURN CANCELLED',
  ],
  'picked up': ['PICKED UP', 'SHIPPED', 'HANDOVER TO COURIER', 'RETURN PICKED UP', 'RETURN PICKEDUP'],
  'on its way': [
    'IN TRANSIT',
    'IN FLIGHT',
    'CONNECTION ALIGNED',
    'REACHED DESTINATION HUB',
    'REACHED AT DESTINATION HUB',
    'MISROUTED',
    'DELAYED',
    'RETURN IN TRANSIT',
    'RETURN INTRANSIT',
  ],
  'out for delivery': ['OUT FOR DELIVERY', 'RETURN OUT FOR DELIVERY'],
  'not delivered': [
    'UNDELIVERED',
    'UNDELIVERED-1ST ATTEMPT',
    'UNDELIVERED-2ND ATTEMPT',
    'UNDELIVERED-3RD ATTEMPT',
    'RETURN UNDELIVERED',
  ],
  lost: ['LOST', 'DESTROYED', 'DISPOSED OFF', 'RTO LOST'],
  delivered: ['DELIVERED', 'RETURN DELIVERED', 'RETURN ACKNOWLEDGED'],
  'coming back': [
    'RTO INITIATED',
    'RTO IN TRANSIT',
    'RTO NDR',
    'RTO OFD',
    'RTO OUT FOR DELIVERY',
    'RTO NOT DELIVERED',
    'RTO UNDELIVERED',
    'REACHED BACK AT SELLER CITY',
  ],
  back: ['RTO DELIVERED', 'RTO ACKNOWLEDGED'],
}

const STEP_OF = new Map(
  Object.entries(WORDS).flatMap(([step, words]) => words.map((word) => [word, step as ParcelStep] as const)),
)

/** Of those that leave a parcel where it is, the ones that say that somebody came for it in vain. */
const IN_VAIN = new Set([
  'PICKUP EXCEPTION',
  'PICKUP ERROR',
  'PICKUP RESCHEDULED',
  'RETURN PICKUP EXCEPTION',
  'RETURN PICKUP ERROR',
  'RETURN PICKUP RESCHEDULED',
  'RETURN PICKUP CANCELLED',
  'RETURN CANCELLED',
])

/** What couriers write when they did not hand a parcel over, or did not get it; the first that fits counts. */
const REASONS: readonly (readonly [RegExp, UndeliveredReason])[] = [
  [/refus|reject|not accept|denied|cancel/i, 'refused'],
  [/cash|money|cod (?:amount )?not ready|payment/i, 'no money'],
  [/address|pin ?code|landmark|location|locate/i, 'wrong address'],
  [/resched|later|future|holiday|another day|requested/i, 'later'],
  [/home|avail|lock|closed|absent|no one|nobody|out of station|contact|respond|unreach/i, 'nobody at home'],
]

/**
 * The spelling by which a word is looked up: services write them with underscores, in small letters and with blanks too
 * many.
 */
const spelled = (word: string) => word.replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim().toUpperCase()

/** The step that a word means; null for one that is unknown. */
export const stepOfWord = (word: string): ParcelStep | null => STEP_OF.get(spelled(word)) ?? null

/**
 * Why a parcel was not handed over, or not fetched, by the courier's own sentence; null for a word that says neither.
 */
export function reasonOf(word: string, note: string): UndeliveredReason | null {
  if (stepOfWord(word) !== 'not delivered' && !IN_VAIN.has(spelled(word))) return null
  return REASONS.find(([pattern]) => pattern.test(note))?.[1] ?? 'other'
}
