import { MAX_SIDE_CM } from '#contract/orders/parcel-limits.ts'
import { setting, whole } from '#contract/settings/define-setting.ts'

const side = (label: string, usual: number) =>
  setting({
    label,
    group: 'Delivery and returns',
    schema: whole(1, MAX_SIDE_CM, 'centimetres'),
    default: usual,
    input: 'number',
  })

/** What a parcel weighs and measures at the courier service, where nobody says otherwise. */
export const PARCEL_SETTINGS = {
  parcelPieceGrams: setting({
    label: 'Weight of one piece, in grams',
    group: 'Delivery and returns',
    schema: whole(1, 5000, 'grams'),
    default: 400,
    input: 'number',
    hint: 'With its share of the packing. A parcel is booked with this weight for each piece in it.',
  }),
  parcelLengthCm: side('Length of a parcel, in cm', 32),
  parcelBreadthCm: side('Breadth of a parcel, in cm', 26),
  parcelHeightCm: side('Height of a parcel, in cm', 5),
}
