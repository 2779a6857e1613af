import type { Seller, TextPage, TextPageName } from '#contract/settings/policies.ts'
import type { SettingName, Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/database.ts'

import { ANSWER_HOURS } from '#contract/contacts/contact-limits.ts'
import { TEXT_PAGES } from '#contract/settings/policies.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { counted } from '#contract/words/counted.ts'
import { invalidField, notFound } from '#server/errors.ts'
import { escapedMarkdown, findHtmlOfMarkdown, htmlOfMarkdown } from '#server/settings/markdown.ts'
import { findSettingRow } from '#server/settings/queries.ts'

const given = (text: string): string | undefined => text || undefined
const joined = (parts: readonly (string | undefined)[], by = ', ') => parts.filter(Boolean).join(by)

const addressOf = ({ addressLines, addressCity, addressPin, addressState }: Settings) =>
  joined([addressLines, joined([addressCity, addressPin], ' '), addressState], '\n')

const legalNameOf = ({ legalName, shopName }: Settings) => legalName || shopName

const mailLink = (email: string) =>
  email && `[${escapedMarkdown(email)}](<mailto:${encodeURIComponent(email).replace('%40', '@')}>)`

function careOf({ carePhone, careEmail }: Settings): string {
  const ways = [careEmail && `e-mail ${mailLink(careEmail)}`, carePhone && `phone ${escapedMarkdown(carePhone)}`]
  return joined(['the [contact form](/contact)', ...ways])
}

function officerOf(settings: Settings): string {
  const { officerName, officerDesignation, officerPhone, officerEmail } = settings
  if (!officerName) return `reached by ${careOf(settings)}`
  return joined([...[officerName, officerDesignation, officerPhone].map(escapedMarkdown), mailLink(officerEmail)])
}

function deliveryDaysOf({ deliveryDaysEarliest: earliest, deliveryDaysLatest: latest }: Settings): string {
  return earliest === latest ? `${latest} days` : `${earliest} to ${latest} days`
}

/** What a word in braces stands for in a policy, as Markdown. */
const WORDS: Record<string, (settings: Settings) => string> = {
  shopName: ({ shopName }) => escapedMarkdown(shopName),
  seller: (settings) => escapedMarkdown(joined([legalNameOf(settings), addressOf(settings).replaceAll('\n', ', ')])),
  care: careOf,
  officer: officerOf,
  deliveryDays: deliveryDaysOf,
  returnDays: ({ returnDays }) => String(returnDays),
  returnWindow: ({ returnDays: days }) =>
    days === 0 ? 'What you can give back' : `${counted(days, 'day')} to change your mind`,
}

/** A policy with the words in braces filled in; unknown ones stay as they are. */
const filledIn = (markdown: string, settings: Settings): string =>
  markdown.replaceAll(/\{(\w+)\}/g, (word, name: string) =>
    Object.hasOwn(WORDS, name) ? (WORDS[name]?.(settings) ?? word) : word,
  )

/** A policy as HTML. */
const policyHtml = (markdown: string, settings: Settings): string => htmlOfMarkdown(filledIn(markdown, settings))

export const POLICY_UNREADABLE =
  'This text is nested too deep or becomes too long. Please write it more simply, in shorter paragraphs.'

/** The first policy that no page can be made from with these settings. */
export const findUnreadablePolicy = (settings: Settings): SettingName | undefined =>
  Object.values(PAGES)
    .map(({ setting }) => setting)
    .find((setting) => findHtmlOfMarkdown(filledIn(settings[setting], settings)) === undefined)

/** A policy as its page would show it. Throws `invalid` if no page can be made from it. */
export function previewPolicy(markdown: string, settings: Settings): string {
  const html = findHtmlOfMarkdown(filledIn(markdown, settings))
  if (html === undefined) throw invalidField('text', POLICY_UNREADABLE)
  return html
}

const listed = (entries: readonly (readonly [label: string, markdown: string])[]) =>
  joined(
    entries.map(([label, markdown]) => markdown && `- ${label}: ${markdown}`),
    '\n',
  )

/**
 * What the Consumer Protection (E-Commerce) Rules 2020 ask a seller to publish; the policies have pages of their own.
 */
function sellerMarkdown(settings: Settings): string {
  const { shopName, careName, carePhone, careEmail } = settings
  const { officerName, officerDesignation, officerPhone, officerEmail } = settings
  const [legalName, address] = [legalNameOf(settings), addressOf(settings)]
  const form = '[contact form](/contact)'
  const care = [
    ['Name', escapedMarkdown(careName)],
    ['Phone', escapedMarkdown(carePhone)],
    ['E-mail', mailLink(careEmail)],
    ['Message', form],
  ] as const
  const officer = [
    ['Name', escapedMarkdown(officerName)],
    ['Designation', officerName && escapedMarkdown(officerDesignation)],
    ['Phone', escapedMarkdown(officerPhone)],
    ['E-mail', mailLink(officerEmail)],
    ['Message', officerPhone || officerEmail ? '' : form],
  ] as const
  return joined(
    [
      legalName === shopName
        ? `The seller is **${escapedMarkdown(shopName)}**.`
        : `${escapedMarkdown(shopName)} is run by **${escapedMarkdown(legalName)}**.`,
      address && `## Place of business\n\n${escapedMarkdown(address)}`,
      `## Customer care\n\n${listed(care)}`,
      `## Grievance officer\n\n${listed(officer)}`,
      `We acknowledge a complaint within ${ANSWER_HOURS} hours and settle it within a month.`,
    ],
    '\n\n',
  )
}

const PAGES: Record<Exclude<TextPageName, 'seller'>, { title: string; setting: SettingName & keyof Policies }> = {
  privacy: { title: 'Privacy', setting: 'privacyPolicy' },
  terms: { title: 'Terms and conditions', setting: 'termsPolicy' },
  returns: { title: 'Returns and refunds', setting: 'returnsPolicy' },
  shipping: { title: 'Shipping and payment', setting: 'shippingPolicy' },
}
type Policies = Pick<Settings, 'privacyPolicy' | 'termsPolicy' | 'returnsPolicy' | 'shippingPolicy'>

/** A page of the shop that consists of one text. Throws not-found for any other name. */
export async function getTextPage(db: Db, settings: Settings, wanted: string): Promise<TextPage> {
  const name = TEXT_PAGES.find((one) => one === wanted)
  if (!name) throw notFound('Page')
  if (name === 'seller') return { title: 'Seller', html: htmlOfMarkdown(sellerMarkdown(settings)) }
  const { title, setting } = PAGES[name]
  const row = await findSettingRow(db, setting)
  const html = policyHtml(settings[setting], settings)
  return { title, html, changedOn: row && row.value !== null ? dateInWords(row.changedAt) : undefined }
}

/** Who sells, for structured data. */
export function sellerOf(settings: Settings): Seller {
  const address = {
    street: given(settings.addressLines.replaceAll(/\s*\n\s*/g, ', ')),
    city: given(settings.addressCity),
    state: given(settings.addressState),
    pin: given(settings.addressPin),
  }
  return {
    legalName: legalNameOf(settings),
    address: Object.values(address).some(Boolean) ? address : undefined,
    care: { phone: given(settings.carePhone), email: given(settings.careEmail) },
    returnDays: settings.returnDays,
    socialPages: [settings.facebook, settings.twitter, settings.instagram].filter(
      // The networks' own front pages say nothing about this shop.
      (page) => page !== '' && new URL(page).pathname !== '/',
    ),
  }
}
