interface StepFacts {
  /** In the timeline of the staff. */
  label: string
  /** What the customer reads of it. */
  sentence: string
  /** What both read of a return that a courier fetches. */
  returned: string
  /**
   * How far along the parcel is: a step never gives way to one before it. Of two with the same place the later one
   * counts.
   */
  place: number
  /** Whether no other step is awaited, so that the courier is asked no more. */
  isLast: boolean
}

/**
 * The steps of a parcel, whatever a courier calls them. A new step is a row here, a migration, and the words of
 * couriers that mean it (`server/orders/couriers/shiprocket/shiprocket-words.ts`).
 */
export const STEP_FACTS = {
  booked: { label: 'Booked', sentence: 'Booked with the courier', returned: 'Pick-up booked', place: 0, isLast: false },
  'picked up': {
    label: 'Picked up',
    sentence: 'Picked up by the courier',
    returned: 'Fetched by the courier',
    place: 1,
    isLast: false,
  },
  'on its way': {
    label: 'On its way',
    sentence: 'On its way',
    returned: 'On its way to the shop',
    place: 2,
    isLast: false,
  },
  'out for delivery': {
    label: 'Out for delivery',
    sentence: 'Out for delivery',
    returned: 'Close to the shop',
    place: 3,
    isLast: false,
  },
  'not delivered': {
    label: 'Not delivered',
    sentence: 'Could not be delivered',
    returned: 'Could not be brought to the shop',
    place: 3,
    isLast: false,
  },
  lost: {
    label: 'Lost',
    sentence: 'The courier cannot find the parcel',
    returned: 'The courier cannot find the parcel',
    place: 4,
    isLast: true,
  },
  delivered: { label: 'Delivered', sentence: 'Delivered', returned: 'Brought to the shop', place: 5, isLast: true },
  'coming back': {
    label: 'Coming back',
    sentence: 'On its way back to the shop',
    returned: 'Turned back to where it was fetched',
    place: 6,
    isLast: false,
  },
  back: { label: 'Back', sentence: 'Back at the shop', returned: 'Back where it was fetched', place: 7, isLast: true },
} as const satisfies Record<string, StepFacts>

export type ParcelStep = keyof typeof STEP_FACTS
export const PARCEL_STEPS = Object.keys(STEP_FACTS) as [ParcelStep, ...ParcelStep[]]

interface ReasonFacts {
  label: string
  /** What the customer can do. */
  forCustomer: string
  /** What the staff can do. */
  forStaff: string
}

/**
 * Why a parcel was not handed over, and what can be done about it. A new reason needs a migration, because a check of
 * the table names them.
 */
export const UNDELIVERED_REASON_FACTS = {
  'nobody at home': {
    label: 'Nobody was at home',
    forCustomer:
      'The courier tries again, usually on the next working day. Keep your phone near, or ask a neighbour to take it.',
    forStaff: 'Call the customer, agree on a day and tell the courier.',
  },
  'wrong address': {
    label: 'The address could not be found',
    forCustomer: 'Please tell us a landmark or a second phone number, so that the courier finds you.',
    forStaff: 'Ask the customer for a landmark, and give it to the courier.',
  },
  refused: {
    label: 'It was not accepted',
    forCustomer: 'If that was a mistake, tell us soon: otherwise the parcel comes back to us.',
    forStaff: 'Ask the customer whether it is wanted. Otherwise the parcel comes back.',
  },
  'no money': {
    label: 'The money was not ready',
    forCustomer: 'The courier tries again. Please have the exact amount ready.',
    forStaff: 'Remind the customer of the amount.',
  },
  later: {
    label: 'Another day was asked for',
    forCustomer: 'The courier comes again on the day that you agreed on.',
    forStaff: 'Nothing to do before that day.',
  },
  other: {
    label: 'The courier gives no clear reason',
    forCustomer: 'The courier tries again, usually on the next working day.',
    forStaff: 'Read the courier’s own words below, and ask the courier.',
  },
} as const satisfies Record<string, ReasonFacts>

export type UndeliveredReason = keyof typeof UNDELIVERED_REASON_FACTS
export const UNDELIVERED_REASONS = Object.keys(UNDELIVERED_REASON_FACTS) as [UndeliveredReason, ...UndeliveredReason[]]

/** Why a courier came for a return in vain, and what can be done about it. */
export const PICK_UP_FACTS: Record<UndeliveredReason, ReasonFacts> = {
  'nobody at home': {
    label: 'Nobody was at home',
    forCustomer:
      'The courier comes again, usually on the next working day. Please have the parcel ready, and keep your phone near.',
    forStaff: 'Call the customer, agree on a day and tell the courier.',
  },
  'wrong address': {
    label: 'The address could not be found',
    forCustomer: 'Please tell us a landmark or a second phone number, so that the courier finds you.',
    forStaff: 'Ask the customer for a landmark, and give it to the courier.',
  },
  refused: {
    label: 'It was not handed over',
    forCustomer: 'Do you still want to return it? Then tell us soon. Otherwise please withdraw the return.',
    forStaff: 'Ask the customer whether it still comes back. Then have it fetched anew, or cancel the pick-up.',
  },
  'no money': {
    label: 'The courier asked for money',
    forCustomer: 'Nothing is to be paid at the door. Please tell us what was asked.',
    forStaff: 'Nothing is to be paid at the door: ask the courier.',
  },
  later: {
    label: 'Another day was asked for',
    forCustomer: 'The courier comes again on the day that you agreed on.',
    forStaff: 'Nothing to do before that day.',
  },
  other: {
    label: 'The courier gives no clear reason',
    forCustomer: 'The courier comes again, usually on the next working day.',
    forStaff: 'Read the courier’s own words below, and ask the courier.',
  },
}

/** One message of a courier about a parcel; its step is null where the courier's word is unknown. */
interface Scan {
  step: ParcelStep | null
  at: Date
}

/**
 * The scan that says where a parcel is: the farthest step, and of two at the same place the later one. It is the same
 * in whatever order the scans arrived. Only what is lost while it comes back counts as lost again. Undefined while no
 * scan has a known step.
 */
export function currentScan<Known extends Scan>(scans: readonly Known[]): (Known & { step: ParcelStep }) | undefined {
  const known = scans.filter((scan): scan is Known & { step: ParcelStep } => scan.step !== null)
  const farthest = known.reduce<(typeof known)[number] | undefined>((last, scan) => {
    if (!last) return scan
    const more = STEP_FACTS[scan.step].place - STEP_FACTS[last.step].place
    return more > 0 || (more === 0 && scan.at >= last.at) ? scan : last
  }, undefined)
  if (farthest?.step !== 'coming back') return farthest
  const turned = Math.min(...known.filter(({ step }) => step === 'coming back').map(({ at }) => at.getTime()))
  return known.find(({ step, at }) => step === 'lost' && at.getTime() > turned) ?? farthest
}
