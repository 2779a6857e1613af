import { z } from 'zod'

import { HSN_DIGITS, REGISTRATIONS, type TurnoverClass } from '#contract/tax/gst-rules.ts'
import { INDIAN_STATES } from '#contract/schemas/indian-states.ts'
import { setting } from '#contract/settings/define-setting.ts'
import { gstinOrNone } from '#contract/schemas/basic-schemas.ts'

// A number has at most 16 characters: the letter of the sandbox, the series, the year, a slash and seven digits.
const series = z.string({ error: 'One to three characters.' }).regex(/^[A-Z0-9-]{1,3}$/, {
  error: 'One to three of A–Z, 0–9 and the hyphen.',
})
const TURNOVERS = Object.keys(HSN_DIGITS) as TurnoverClass[]

/** How the seller is registered for the goods and services tax, and how their documents are numbered. */
export const TAX_SETTINGS = {
  taxRegistration: setting({
    label: 'Registration',
    group: 'Tax',
    schema: z.enum(REGISTRATIONS, { error: 'Please choose a registration.' }),
    default: 'none',
    input: 'choice',
    options: REGISTRATIONS,
    hint: 'None: receipts without a word of tax; whoever sends goods to another state has to be registered at any turnover. Composition: bills of supply, within the own state only. Regular: tax invoices.',
  }),
  sendsToOtherStates: setting({
    label: 'Orders from other states are taken',
    group: 'Tax',
    schema: z.boolean(),
    default: true,
    input: 'switch',
    hint: 'Off: the checkout refuses an address in another state than yours. A seller without registration may not send there.',
  }),
  gstin: setting({
    label: 'GSTIN',
    group: 'Tax',
    schema: gstinOrNone,
    default: '',
    input: 'line',
    hint: 'Its first two digits are the state that decides between central and state tax and integrated tax.',
  }),
  turnover: setting({
    label: 'Turnover of last year',
    group: 'Tax',
    schema: z.enum(TURNOVERS, { error: 'Please choose a turnover.' }),
    default: 'up to ₹5 crore',
    input: 'choice',
    options: TURNOVERS,
    hint: 'Above ₹5 crore documents show six digits of the HSN code, else four; and a business’s invoice needs an IRN, which you enter on the order’s page.',
  }),
  receiptSeries: setting({
    label: 'Receipts begin with',
    group: 'Tax',
    schema: series,
    default: 'R',
    input: 'line',
    hint: 'Those of a registered seller, which are vouchers. The year and a number follow: R2627/000001.',
  }),
  refundVoucherSeries: setting({
    label: 'Refund vouchers begin with',
    group: 'Tax',
    schema: series,
    default: 'V',
    input: 'line',
    hint: 'For money that goes back before the parcel left.',
  }),
  invoiceSeries: setting({
    label: 'Tax invoices begin with',
    group: 'Tax',
    schema: series,
    default: 'S',
    input: 'line',
    hint: 'Numbered without gaps, anew each April.',
  }),
  billSeries: setting({
    label: 'Bills of supply begin with',
    group: 'Tax',
    schema: series,
    default: 'B',
    input: 'line',
  }),
  creditNoteSeries: setting({
    label: 'Credit notes begin with',
    group: 'Tax',
    schema: series,
    default: 'C',
    input: 'line',
  }),
} as const

type TaxSettings = { [Name in keyof typeof TAX_SETTINGS]: z.output<(typeof TAX_SETTINGS)[Name]['schema']> }
/** The seller's settings that a registered one needs. */
type SellerSettings = Record<'legalName' | 'addressLines' | 'addressState', string>
interface TaxFault {
  field: keyof TaxSettings | keyof SellerSettings
  sentence: string
}

/** What the documents of a registered seller have to carry (rules 46, 49, 50 and 53). */
const NEEDED: Record<keyof SellerSettings, string> = {
  legalName: 'A registered seller’s documents carry the legal name: please enter it under Seller.',
  addressLines: 'A registered seller’s documents carry the address: please enter building and street under Seller.',
  addressState: 'A registered seller’s documents carry the state: please choose it under Seller.',
}

function registrationFault({ gstin, ...seller }: SellerSettings & Pick<TaxSettings, 'gstin'>): TaxFault | undefined {
  if (gstin === '') return { field: 'gstin', sentence: 'A registered seller has a GSTIN: please enter it.' }
  for (const field of ['legalName', 'addressLines', 'addressState'] as const) {
    if (seller[field] === '') return { field, sentence: NEEDED[field] }
  }
  const state = INDIAN_STATES.find(({ gstCode }) => gstin.startsWith(gstCode))
  if (state?.name === seller.addressState) return undefined
  return {
    field: 'gstin',
    sentence: `This GSTIN is of ${state?.name}, and the seller’s address is in ${seller.addressState}.`,
  }
}

/** What is wrong with tax settings that are right one by one, as a field and its sentence. */
export function taxFault(tax: TaxSettings & SellerSettings): TaxFault | undefined {
  const fault = tax.taxRegistration === 'none' ? undefined : registrationFault(tax)
  if (fault) return fault
  if (!tax.sendsToOtherStates && tax.addressState === '') {
    return { field: 'sendsToOtherStates', sentence: 'Please choose your own state under Seller first.' }
  }
  const ours = [tax.receiptSeries, tax.refundVoucherSeries, tax.invoiceSeries, tax.billSeries, tax.creditNoteSeries]
  // A sandbox document has a T before its series.
  const all = [...ours, ...ours.map((one) => `T${one}`)]
  if (new Set(all).size < all.length) {
    return {
      field: 'creditNoteSeries',
      sentence: 'Each kind of document needs a series of its own, also with a T before it.',
    }
  }
  return undefined
}
