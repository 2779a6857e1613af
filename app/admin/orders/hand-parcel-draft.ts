import { ShopError, type FieldErrors } from '#contract/api/errors.ts'
import type { HandParcel, HandParcelInput } from '#contract/orders/hand-parcels.ts'
import { MAX_SIDE_CM, MAX_WEIGHT_GRAMS } from '#contract/orders/parcel-limits.ts'

/** The values of the fields about a parcel that is handed over by the staff themselves. */
export interface HandParcelDraft {
  weightGrams: string
  lengthCm: string
  breadthCm: string
  heightCm: string
  cost: string
}

export const EMPTY_HAND_PARCEL: HandParcelDraft = {
  weightGrams: '',
  lengthCm: '',
  breadthCm: '',
  heightCm: '',
  cost: '',
}

const written = (value: number | null | undefined): string => (value === null || value === undefined ? '' : `${value}`)

export const handDraftOf = (known: HandParcel | undefined): HandParcelDraft => ({
  weightGrams: written(known?.weightGrams),
  lengthCm: written(known?.sides?.lengthCm),
  breadthCm: written(known?.sides?.breadthCm),
  heightCm: written(known?.sides?.heightCm),
  cost: written(known?.cost),
})

export const SIDES = ['lengthCm', 'breadthCm', 'heightCm'] as const

/** What is wrong with the fields, by the field: what is said here would be refused only later at the packing table. */
function faultsOf(draft: HandParcelDraft): FieldErrors {
  const isWhole = (text: string, most: number) => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most
  const typed = SIDES.filter((side) => draft[side].trim() !== '')
  const wrongSide = SIDES.find((side) => !isWhole(draft[side].trim(), MAX_SIDE_CM))
  const { weightGrams, cost } = draft
  return {
    ...(weightGrams.trim() !== '' &&
      !isWhole(weightGrams.trim(), MAX_WEIGHT_GRAMS) && {
        weightGrams: `Please enter whole grams, at most ${MAX_WEIGHT_GRAMS}.`,
      }),
    ...(typed.length > 0 &&
      wrongSide !== undefined && {
        [wrongSide]: `Please enter all three sides in whole centimetres, at most ${MAX_SIDE_CM}, or none.`,
      }),
    ...(cost.trim() !== '' &&
      !/^\d{1,6}(\.\d{1,2})?$/.test(cost.trim()) && { cost: 'Please enter rupees with at most two decimals.' }),
  }
}

/**
 * What the fields say: nothing of an empty one, or, where it was known before, that it is taken away. Undefined where
 * they say nothing. Throws invalid, with its fields, for what the shop would refuse.
 */
export function handParcelIn(draft: HandParcelDraft, known: HandParcel | undefined): HandParcelInput | undefined {
  const fields = faultsOf(draft)
  const [sentence] = Object.values(fields)
  if (sentence !== undefined) throw new ShopError('invalid', sentence, { fields })
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  const lengthCm = number(draft.lengthCm)
  const said = {
    weightGrams: number(draft.weightGrams),
    sides:
      lengthCm === null ? null : { lengthCm, breadthCm: Number(draft.breadthCm), heightCm: Number(draft.heightCm) },
    cost: number(draft.cost),
  }
  const entries = Object.entries(said).filter(
    ([name, value]) => value !== null || (known?.[name as keyof HandParcel] ?? null) !== null,
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
