import type { MailShop } from '#contract/words/mail-content.ts'
import type { Shop } from '#server/start/shop.ts'

import { shopPicture } from '#contract/settings/shop-pictures.ts'
import { documentSeller } from '#server/documents/service.ts'

/** Sharp on a screen of two pixels for one. */
const LOGO_WIDTH = 320

/** What mails say about the shop now. */
export function mailShopOf(shop: Shop): MailShop {
  const settings = shop.settings.current()
  const { shopName, carePhone, careEmail, logo: logoValue } = settings
  const logo = shopPicture(logoValue)
  const { legalName, address } = documentSeller(shop)
  return {
    shopName,
    logo: logo && { ...logo, src: `${shop.publicUrl()}${logo.src}?w=${LOGO_WIDTH}` },
    publicUrl: shop.publicUrl(),
    isSandbox: shop.payment.isSandbox,
    seller: [...(legalName === shopName ? [] : [legalName]), ...address],
    care: [careEmail, carePhone].filter(Boolean),
    words: settings,
  }
}
