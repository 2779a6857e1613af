import type { Block } from '#contract/words/mail-content.ts'
import type { ParcelTrail } from '#contract/orders/parcels.ts'

import { oneLine } from '#contract/words/mail-content.ts'
import { STEP_FACTS } from '#contract/states/parcel-steps.ts'
import { momentInWords } from '#contract/units/india-time.ts'

/**
 * Where a parcel has been, the newest step first, as the profile lists it. Undefined where no courier has said more
 * than that it is booked. Without places for an address of mail that nobody has confirmed: they tell the town.
 */
export function trailBlock(parcel: ParcelTrail | undefined, hasPlaces: boolean): Block | undefined {
  if (!parcel || parcel.steps.length < 2) return undefined
  const lines = parcel.steps.toReversed().map(({ step, at, place }) => {
    const where = hasPlaces && place !== '' ? `, ${oneLine(place)}` : ''
    return `${momentInWords(at)}: ${STEP_FACTS[step].sentence}${where}`
  })
  return { title: 'Where the parcel has been', lines }
}
