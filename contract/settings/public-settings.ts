import type { ShippingRule } from '#contract/cart/fees.ts'
import type { AskedDelivery } from '#contract/delivery/delivery-text.ts'

import { SETTINGS, type Settings } from '#contract/settings/settings.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { coloursOf, PALETTE_NAMES } from '#contract/settings/palettes.ts'
import { isAnnounced } from '#contract/settings/announcement-times.ts'
import { fillPlaceholders } from '#contract/words/placeholders.ts'
import { PAGE_WORDS } from '#contract/words/screen-words.ts'
import { shopPicture, type ShopPicture } from '#contract/settings/shop-pictures.ts'

/** What every page is told of the settings. It is sent with each page, so it is short. */
export interface PublicSettings {
  shopName: string
  /**
   * The day in India, as `2026-11-22`: the clock of a visitor's device may be wrong. Pages are made again when it ends.
   */
  today: string
  /** The shop's pages on social networks: address and name. */
  social: [address: string, name: string][]
  /** After how many days an order is estimated to arrive, counted from the day of the order. */
  deliveryDays: [earliest: number, latest: number]
  /** The product page and the checkout ask for the PIN code; missing while the shop has not said where it delivers. */
  delivery?: AskedDelivery
  /** How many days after delivery a piece may come back. */
  returnDays: number
  /** What shipping costs below which amount, in rupees; missing where it is free. */
  shipping?: ShippingRule
  /** Orders may be paid at the door, for this fee and up to this amount, in rupees; missing while they may not. */
  cash?: { fee: number; limit: number }
  /** A product without reviews shows a made-up rating. */
  showsSampleRatings?: true
  /** The struck price is the lowest of the last 30 days. */
  strikesLowestPrice?: true
  /** The checkout asks a business for its GSTIN. */
  takesBuyerGstin?: true
  announcement?: { text: string; link: string }
  /** The owner's words on pages; the shop's name is filled in. */
  words: Pick<Settings, (typeof PAGE_WORDS)[number]>
  /** The owner has replaced the line that the shop came with, so that no picture of the demo is theirs. */
  hasOwnLine?: true
  /** The owner's palette, as properties of the page; missing while it is the shop's own. */
  colours?: Record<string, string>
  /** Instead of the shop's name in the header. */
  logo?: ShopPicture
  /** Instead of the home page's own picture. */
  hero?: { src: string; alt: string }
}

/** Whether the owner has replaced the line under the name. Emptying the demo takes it out. */
export const hasOwnLine = ({ footerLine }: Pick<Settings, 'footerLine'>): boolean =>
  footerLine !== SETTINGS.footerLine.default

const pageWords = (settings: Settings) =>
  Object.fromEntries(
    PAGE_WORDS.map((name) => [name, fillPlaceholders(settings[name], { shop: settings.shopName })]),
  ) as PublicSettings['words']

/** What pages are told at this moment, in milliseconds since 1970. */
export function publicSettings(settings: Settings, now: number, delivery?: AskedDelivery): PublicSettings {
  const [logo, hero] = [shopPicture(settings.logo), shopPicture(settings.heroPicture)]
  const social: PublicSettings['social'] = [
    [settings.facebook, 'Facebook'],
    [settings.twitter, 'Twitter'],
    [settings.instagram, 'Instagram'],
  ]
  return {
    shopName: settings.shopName,
    today: dayInIndia(new Date(now)),
    social: social.filter(([address]) => address !== ''),
    deliveryDays: [settings.deliveryDaysEarliest, settings.deliveryDaysLatest],
    returnDays: settings.returnDays,
    ...(delivery && { delivery }),
    words: pageWords(settings),
    ...(hasOwnLine(settings) && { hasOwnLine: true }),
    ...(settings.palette !== PALETTE_NAMES[0] && { colours: coloursOf(settings.palette) }),
    ...(logo && { logo }),
    ...(hero && { hero: { src: hero.src, alt: settings.heroWords } }),
    ...(settings.shippingFee > 0 && {
      shipping: { shippingFee: settings.shippingFee, freeShippingFrom: settings.freeShippingFrom },
    }),
    ...(settings.takesCash && { cash: { fee: settings.cashFee, limit: settings.cashLimit } }),
    ...(settings.showsSampleRatings && { showsSampleRatings: true }),
    ...(settings.strikesLowestPrice && { strikesLowestPrice: true }),
    ...(settings.taxRegistration === 'regular' && { takesBuyerGstin: true }),
    ...(isAnnounced(settings, now) && {
      announcement: { text: settings.announcementText, link: settings.announcementLink },
    }),
  }
}
