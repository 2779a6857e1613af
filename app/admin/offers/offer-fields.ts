import type { FormField } from '#app/ui/form-fields.tsx'
import { chosenIn, numberIn, textIn } from '#app/api/form-result.ts'
import {
  MAX_CODE_LENGTH,
  MAX_OFFER_NAME_LENGTH,
  MAX_OFFER_PERCENT,
  MAX_OFFER_QUANTITY,
  MAX_OFFER_USES,
} from '#contract/offers/offer-limits.ts'
import type { OfferInput } from '#contract/offers/offers.ts'

const offerField = (field: FormField & { name: keyof OfferInput }): FormField => ({ autoComplete: 'off', ...field })

/** The ways in which customers get an offer, each with its field. */
export const WAYS = {
  code: {
    label: 'With a code',
    field: offerField({
      name: 'code',
      label: 'Code',
      required: true,
      maxLength: MAX_CODE_LENGTH,
      hint: 'Letters, digits and hyphens. Capitals and small letters are the same.',
    }),
  },
  itself: {
    label: 'By itself',
    field: offerField({
      name: 'name',
      label: 'Name',
      required: true,
      maxLength: MAX_OFFER_NAME_LENGTH,
      hint: 'Customers read it in the cart.',
    }),
  },
}

/** What an offer can take off; what has an amount with its field. */
export const VALUES = {
  percent: {
    label: 'Per cent',
    field: offerField({
      name: 'percent',
      label: 'Per cent off',
      type: 'number',
      required: true,
      min: 1,
      max: MAX_OFFER_PERCENT,
      step: 1,
      suffix: '%',
    }),
  },
  amount: {
    label: 'Rupees',
    field: offerField({
      name: 'amount',
      label: 'Rupees off',
      type: 'number',
      required: true,
      min: 1,
      step: 0.01,
      prefix: '₹',
      hint: 'Once for the whole cart, spread over its pieces.',
    }),
  },
  shipping: {
    label: 'Shipping fee',
    note: 'Orders with it bear no shipping fee. The fee of a PIN code and that of cash on delivery stay.',
  },
}

const uses = { type: 'number', min: 1, max: MAX_OFFER_USES, step: 1, hint: 'Empty: no limit.' }

/** When an offer applies. */
export const LIMITS: readonly FormField[] = [
  offerField({
    name: 'minimumQuantity',
    label: 'Least pieces',
    type: 'number',
    min: 1,
    max: MAX_OFFER_QUANTITY,
    step: 1,
    initial: 1,
  }),
  offerField({
    name: 'minimumTotal',
    label: 'Least value',
    type: 'number',
    min: 0,
    step: 0.01,
    prefix: '₹',
    hint: 'Of these pieces, at the shop’s prices.',
    initial: 0,
  }),
  offerField({
    name: 'maxDiscount',
    label: 'Most that a percentage takes off',
    type: 'number',
    min: 1,
    step: 0.01,
    prefix: '₹',
    hint: 'Empty: no limit.',
  }),
  offerField({ name: 'startsOn', label: 'First day', type: 'date' }),
  offerField({ name: 'endsOn', label: 'Last day', type: 'date', hint: 'Until midnight in India.' }),
  offerField({ name: 'maxUses', label: 'Uses in all', ...uses }),
  offerField({ name: 'maxUsesPerCustomer', label: 'Uses per customer', ...uses }),
]

/** The offer as it is entered in the form. */
export function offerIn(form: FormData): OfferInput {
  const has = (name: string, value: string) => form.get(name) === value
  const benefit = () => {
    if (has('value', 'shipping')) return { freeShipping: true }
    return has('value', 'percent') ? { percent: numberIn(form, 'percent') } : { amount: numberIn(form, 'amount') }
  }
  return {
    ...(has('how', 'code') ? { code: textIn(form, 'code') } : { name: textIn(form, 'name') }),
    ...benefit(),
    maxDiscount: numberIn(form, 'maxDiscount'),
    categories: chosenIn(form, 'categories'),
    minimumQuantity: numberIn(form, 'minimumQuantity') ?? 1,
    minimumTotal: numberIn(form, 'minimumTotal') ?? 0,
    startsOn: textIn(form, 'startsOn') || undefined,
    endsOn: textIn(form, 'endsOn') || undefined,
    maxUses: numberIn(form, 'maxUses'),
    maxUsesPerCustomer: numberIn(form, 'maxUsesPerCustomer'),
  }
}
