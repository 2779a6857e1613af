import type { FormField } from '#app/ui/form-fields.tsx'
import { chosenIn, numberIn, textIn } from '#app/api/form-result.ts'
import { MAX_SALE_PERCENT, MAX_SALE_TITLE } from '#contract/catalogue/sales/sale-limits.ts'
import { ROUNDINGS, type Rounding } from '#contract/catalogue/sales/sale-roundings.ts'
import type { Sale, SaleInput } from '#contract/catalogue/sales/sales.ts'
import { instantInIndia, minuteInIndia } from '#contract/units/india-time.ts'

const saleField = (field: FormField & { name: keyof SaleInput }): FormField => ({ autoComplete: 'off', ...field })

export const TITLE = saleField({
  name: 'title',
  label: 'Title',
  required: true,
  maxLength: MAX_SALE_TITLE,
  hint: 'For yourself and your staff; customers see the prices alone.',
})

/** What a sale takes off, each with its field. */
export const REDUCTIONS = {
  percent: {
    label: 'Per cent',
    field: saleField({
      name: 'percent',
      label: 'Per cent off the price',
      type: 'number',
      required: true,
      min: 1,
      max: MAX_SALE_PERCENT,
      step: 1,
      suffix: '%',
    }),
  },
  amount: {
    label: 'Rupees',
    field: saleField({
      name: 'amount',
      label: 'Rupees off the price',
      type: 'number',
      required: true,
      min: 1,
      step: 0.01,
      prefix: '₹',
      hint: 'Off each piece.',
    }),
  },
}

/** When a sale runs, in India's time. */
export const MOMENTS: readonly FormField[] = [
  saleField({ name: 'startsAt', label: 'From', type: 'datetime-local', required: true, hint: 'In India’s time.' }),
  saleField({ name: 'endsAt', label: 'Until', type: 'datetime-local', required: true, hint: 'In India’s time.' }),
]

export const ROUNDING_CHOICES = Object.entries(ROUNDINGS).map(([value, { label }]) => ({ value, label }))

/** What is typed as a moment; empty where it is none. */
function momentIn(form: FormData, name: string): string {
  const instant = instantInIndia(textIn(form, name).slice(0, 16))
  return Number.isNaN(instant) ? '' : new Date(instant).toISOString()
}

/** The sale as it is entered in the form. */
export function saleIn(form: FormData): SaleInput {
  return {
    title: textIn(form, 'title'),
    startsAt: momentIn(form, 'startsAt'),
    endsAt: momentIn(form, 'endsAt'),
    ...(form.get('value') === 'percent'
      ? { percent: numberIn(form, 'percent') }
      : { amount: numberIn(form, 'amount') }),
    rounding: textIn(form, 'rounding') as Rounding,
    products: chosenIn(form, 'products'),
    categories: chosenIn(form, 'categories'),
    collections: chosenIn(form, 'collections'),
  }
}

/** What the fields of the form hold for a sale. */
export const valuesOf = (sale: Sale | undefined) =>
  sale && { ...sale, startsAt: minuteInIndia(sale.startsAt), endsAt: minuteInIndia(sale.endsAt) }
