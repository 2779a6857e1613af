import { z } from 'zod'

import {
  DEFAULT_PRIVACY,
  DEFAULT_RETURNS,
  DEFAULT_SHIPPING,
  DEFAULT_TERMS,
} from '#contract/settings/default-policies.ts'
import { INDIAN_STATES } from '#contract/schemas/indian-states.ts'
import { MAX_POLICY_LENGTH } from '#contract/settings/policies.ts'
import { line, orEmpty, phone, picture, setting, socialPage, whole } from '#contract/settings/define-setting.ts'
import { CASH_SETTINGS } from '#contract/settings/cash-settings.ts'
import { FEE_SETTINGS } from '#contract/settings/fee-settings.ts'
import { ANNOUNCEMENT_SETTINGS, announcementFault } from '#contract/settings/announcement-settings.ts'
import { PARCEL_SETTINGS } from '#contract/settings/parcel-settings.ts'
import { DELIVERY_SETTINGS } from '#contract/settings/delivery-settings.ts'
import { emailTyped } from '#contract/schemas/email-address.ts'
import { isPin, pinTyped } from '#contract/schemas/pin-code.ts'
import { email, optionalText } from '#contract/schemas/basic-schemas.ts'
import { TAX_SETTINGS, taxFault } from '#contract/settings/tax-settings.ts'
import { MENU_SETTINGS } from '#contract/settings/menu-settings.ts'
import { PALETTE_NAMES } from '#contract/settings/palettes.ts'
import { WORD_SETTINGS } from '#contract/settings/word-settings.ts'

/** Browsers send line ends as CRLF; they are stored as LF. */
const policy = (label: string, text: string) =>
  setting({
    label,
    group: 'Policies',
    schema: z.preprocess(
      (value) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value),
      optionalText(MAX_POLICY_LENGTH).min(1, { error: 'A policy is not empty.' }),
    ),
    default: text.trim(),
    input: 'markdown',
  })

const social = (label: string, address: string) =>
  setting({
    label,
    group: 'Social pages',
    schema: socialPage,
    default: address,
    input: 'link',
    hint: 'Empty: the footer has no link to it.',
  })

const pin = z.string().refine((typed) => isPin(pinTyped(typed)), {
  error: 'A PIN code has six digits and does not begin with 0.',
})

/**
 * Every setting that the owner changes while the shop runs. To add one, add a row: the call, its checks, the screen,
 * the audit log, undoing and `shop.settings.current()` follow from it. No migration is needed. What is read by
 * `server/start/config.ts` is different: it belongs to the machine and is fixed while the process runs.
 *
 * A text that is not set is empty. A row may be removed. A stored value that its schema no longer takes counts as not
 * set.
 */
export const SETTINGS = {
  shopName: setting({
    label: 'Shop name',
    group: 'Shop',
    schema: line(60).min(1, { error: 'Please enter the shop’s name.' }),
    default: 'Selvedge',
    input: 'line',
    hint: 'On every page, in mails and documents.',
  }),
  palette: setting({
    label: 'Colours',
    group: 'Shop',
    schema: z.enum(PALETTE_NAMES, { error: 'Please choose one of the palettes.' }),
    default: 'Bone and marigold',
    input: 'choice',
    options: PALETTE_NAMES,
    hint: 'Of every page, light and dark.',
  }),
  logo: setting({
    label: 'Logo',
    group: 'Shop',
    schema: picture,
    default: '',
    input: 'picture',
    hint: 'In the header instead of the name, 32 pixels high. Clear ground works best; in the dark it stands on paper.',
  }),
  heroPicture: setting({
    label: 'Hero picture',
    group: 'Shop',
    schema: picture,
    default: '',
    input: 'picture',
    hint: 'The large picture of the home page, 4:5, at least 800 × 1000 pixels; any other shape is cropped.',
  }),
  heroWords: setting({
    label: 'What the hero picture shows',
    group: 'Shop',
    schema: line(160),
    default: '',
    input: 'line',
    hint: 'For who cannot see it. Counts only with a hero picture of your own.',
  }),
  speaksToAgents: setting({
    label: 'Programs may shop for people',
    group: 'Shop',
    schema: z.boolean({ error: 'On or off.' }),
    default: true,
    input: 'switch',
    hint: 'Assistants find products and fill a cart by the Universal Commerce Protocol. Only a person signs in and pays, here in the shop.',
  }),
  legalName: setting({
    label: 'Legal name',
    group: 'Seller',
    schema: line(120),
    default: '',
    input: 'line',
    hint: 'Of the person or company that sells. Empty: the shop name.',
  }),
  addressLines: setting({
    label: 'Building and street',
    group: 'Seller',
    schema: optionalText(300),
    default: '',
    input: 'text',
    hint: 'Of the place of business.',
  }),
  addressCity: setting({ label: 'City', group: 'Seller', schema: line(80), default: '', input: 'line' }),
  addressState: setting({
    label: 'State',
    group: 'Seller',
    schema: orEmpty(
      z.enum(
        INDIAN_STATES.map(({ name }) => name),
        { error: 'Please choose a state.' },
      ),
    ),
    default: '',
    input: 'choice',
    options: INDIAN_STATES.map(({ name }) => name),
  }),
  addressPin: setting({
    label: 'PIN code',
    group: 'Seller',
    schema: orEmpty(pin).overwrite(pinTyped),
    default: '',
    input: 'pin',
  }),
  careName: setting({
    label: 'Name',
    group: 'Customer care',
    schema: line(80),
    default: 'Customer care',
    input: 'line',
  }),
  carePhone: setting({ label: 'Phone', group: 'Customer care', schema: phone, default: '', input: 'phone' }),
  careEmail: setting({
    label: 'E-mail',
    group: 'Customer care',
    schema: orEmpty(email).overwrite(emailTyped),
    default: '',
    input: 'email',
  }),
  officerName: setting({ label: 'Name', group: 'Grievance officer', schema: line(80), default: '', input: 'line' }),
  officerDesignation: setting({
    label: 'Designation',
    group: 'Grievance officer',
    schema: line(80),
    default: 'Grievance officer',
    input: 'line',
  }),
  officerPhone: setting({ label: 'Phone', group: 'Grievance officer', schema: phone, default: '', input: 'phone' }),
  officerEmail: setting({
    label: 'E-mail',
    group: 'Grievance officer',
    schema: orEmpty(email).overwrite(emailTyped),
    default: '',
    input: 'email',
  }),
  facebook: social('Facebook', 'https://www.facebook.com/'),
  twitter: social('Twitter', 'https://twitter.com/'),
  instagram: social('Instagram', 'https://www.instagram.com/'),
  ...ANNOUNCEMENT_SETTINGS,
  deliveryDaysEarliest: setting({
    label: 'Earliest delivery, in days',
    group: 'Delivery and returns',
    schema: whole(0, 90, 'days'),
    default: 8,
    input: 'number',
    hint: 'Counted from the day of the order.',
  }),
  deliveryDaysLatest: setting({
    label: 'Latest delivery, in days',
    group: 'Delivery and returns',
    schema: whole(0, 90, 'days'),
    default: 12,
    input: 'number',
  }),
  returnDays: setting({
    label: 'Returns, in days',
    group: 'Delivery and returns',
    schema: whole(0, 90, 'days'),
    default: 7,
    input: 'number',
    hint: 'Counted from the day of delivery. 0: only faulty or wrong goods come back. What was sold before keeps the days of its sale.',
  }),
  refundsUndelivered: setting({
    label: 'Refund parcels that could not be delivered by themselves',
    group: 'Delivery and returns',
    schema: z.boolean({ error: 'On or off.' }),
    default: false,
    input: 'switch',
    hint: 'The money of a paid parcel that came back goes once it is received. Off: somebody decides whether it is sent again.',
  }),
  ...FEE_SETTINGS,
  ...DELIVERY_SETTINGS,
  ...PARCEL_SETTINGS,
  ...CASH_SETTINGS,
  lowStock: setting({
    label: 'Low stock',
    group: 'Products',
    schema: whole(0, 1000, 'pieces'),
    default: 5,
    input: 'number',
    hint: 'A size with so many pieces or fewer is listed as low.',
  }),
  isPublishChecked: setting({
    label: 'Products need their label facts',
    group: 'Products',
    schema: z.boolean({ error: 'On or off.' }),
    default: false,
    input: 'switch',
    hint: 'A product without the facts that the law asks for can be saved, but not put on sale.',
  }),
  showsSampleRatings: setting({
    label: 'Sample ratings',
    group: 'Products',
    schema: z.boolean({ error: 'On or off.' }),
    default: true,
    input: 'switch',
    hint: 'A product without reviews shows made-up stars, which say that they are a sample. Off: “No reviews yet”.',
  }),
  strikesLowestPrice: setting({
    label: 'The struck price is the lowest of the last 30 days',
    group: 'Products',
    schema: z.boolean({ error: 'On or off.' }),
    default: false,
    input: 'switch',
    hint: 'Of the 30 days before a reduction. Off: the price of the product is struck.',
  }),
  demandsSecondFactor: setting({
    label: 'Everybody of the staff needs a second factor',
    group: 'Staff',
    schema: z.boolean({ error: 'On or off.' }),
    default: false,
    input: 'switch',
    hint: 'A code app or a passkey. Who has none can only set one up, you too.',
  }),
  ...TAX_SETTINGS,
  privacyPolicy: policy('Privacy', DEFAULT_PRIVACY),
  termsPolicy: policy('Terms and conditions', DEFAULT_TERMS),
  returnsPolicy: policy('Returns and refunds', DEFAULT_RETURNS),
  shippingPolicy: policy('Shipping and payment', DEFAULT_SHIPPING),
  arePoliciesRead: setting({
    label: 'I have read these texts, and they are true of my shop',
    group: 'Policies',
    schema: z.boolean({ error: 'On or off.' }),
    default: false,
    input: 'switch',
    hint: 'Ticks the step on Today; customers see nothing of it.',
  }),
  ...MENU_SETTINGS,
  ...WORD_SETTINGS,
} as const

export type SettingName = keyof typeof SETTINGS
/** The value of every setting as it holds now. */
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

/** What holds in a shop whose owner has set nothing. */
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, row]) => [name, row.default]),
) as Settings

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

/** What is wrong with values that are right one by one, as a field and its sentence. */
export function faultBetween(settings: Settings): { field: SettingName; sentence: string } | undefined {
  if (settings.deliveryDaysLatest < settings.deliveryDaysEarliest) {
    return { field: 'deliveryDaysLatest', sentence: 'The latest delivery is before the earliest.' }
  }
  return announcementFault(settings) ?? taxFault(settings)
}
