/** Stands for the tracking number in a courier's tracking link. */
const NUMBER = '{number}'

/**
 * The couriers that most shops in India use, with the page that follows a parcel (as of November 2026). Where the page
 * takes no number in its address, the link leads to its form. 'other' is a courier that the shop names itself.
 */
export const COURIERS = {
  delhivery: { name: 'Delhivery', trackingPage: `https://www.delhivery.com/track-v2/package/${NUMBER}` },
  'blue-dart': {
    name: 'Blue Dart',
    trackingPage: `https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=${NUMBER}`,
  },
  dtdc: { name: 'DTDC', trackingPage: 'https://www.dtdc.com/track-your-shipment/' },
  'india-post': {
    name: 'India Post',
    trackingPage: 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  },
  'ecom-express': { name: 'Ecom Express', trackingPage: `https://ecomexpress.in/tracking/?awb_field=${NUMBER}` },
  xpressbees: { name: 'XpressBees', trackingPage: `https://www.xpressbees.com/shipment/tracking?awbNo=${NUMBER}` },
  shiprocket: { name: 'Shiprocket', trackingPage: `https://shiprocket.co/tracking/${NUMBER}` },
  ekart: { name: 'Ekart', trackingPage: `https://ekartlogistics.com/shipmenttrack/${NUMBER}` },
  'amazon-shipping': { name: 'Amazon Shipping', trackingPage: `https://track.amazon.in/tracking/${NUMBER}` },
  shadowfax: { name: 'Shadowfax', trackingPage: 'https://tracker.shadowfax.in/' },
  other: { name: 'Another courier', trackingPage: null },
} as const satisfies Record<string, { name: string; trackingPage: string | null }>

export type Courier = keyof typeof COURIERS
export const COURIER_KEYS = Object.keys(COURIERS) as [Courier, ...Courier[]]

export const MAX_COURIER_NAME = 60
export const MAX_TRACKING_LINK = 500

/** What couriers write on a parcel: letters, digits and a few signs between them. */
export const TRACKING_NUMBER_FAULT =
  'A tracking number has 3 to 40 letters and digits; between them may stand - _ . and /.'
export const TRACKING_NUMBER = /^[A-Za-z0-9][A-Za-z0-9/_.-]{1,38}[A-Za-z0-9]$/

/** By which tracking numbers are compared: some write one in small letters or with zeros before it. */
export const trackingKey = (number: string): string => number.toUpperCase().replace(/^0+/, '')

/** Where a courier shows the parcel with this number; null for a courier that the shop names itself. */
export function trackingPageOf(courier: Courier, trackingNumber: string): string | null {
  return COURIERS[courier].trackingPage?.replace(NUMBER, encodeURIComponent(trackingNumber)) ?? null
}
