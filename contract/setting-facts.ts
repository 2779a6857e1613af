import type { Settings } from '#contract/settings.ts'

import { isAnnounced } from '#contract/announcement-rules.ts'

/** What every page is told of the settings. It is sent with each page, so it is short. */
export interface SettingFacts {
  shopName: string
  /** The shop's pages on social networks: address and name. */
  social: [address: string, name: string][]
  /** After how many days an order is estimated to arrive, counted from the day of the order. */
  deliveryDays: [earliest: number, latest: number]
  /** How many days after delivery a piece may come back. */
  returnDays: number
  /** The checkout asks a business for its GSTIN. */
  takesBuyerGstin?: true
  announcement?: { text: string; link: string }
}

export function settingFacts(settings: Settings, now: number): SettingFacts {
  const social: SettingFacts['social'] = [
    [settings.facebook, 'Facebook'],
    [settings.twitter, 'Twitter'],
    [settings.instagram, 'Instagram'],
  ]
  return {
    shopName: settings.shopName,
    social: social.filter(([address]) => address !== ''),
    deliveryDays: [settings.deliveryDaysEarliest, settings.deliveryDaysLatest],
    returnDays: settings.returnDays,
    ...(settings.taxRegistration === 'regular' && { takesBuyerGstin: true }),
    ...(isAnnounced(settings, now) && {
      announcement: { text: settings.announcementText, link: settings.announcementLink },
    }),
  }
}
