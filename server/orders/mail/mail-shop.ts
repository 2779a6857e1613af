import type { MailShop } from '#contract/letter.ts'
import type { Shop } from '#server/shop.ts'

import { sellerOf } from '#server/documents/service.ts'

/** What mails say about the shop now. */
export function mailShopOf(shop: Shop): MailShop {
  const { shopName, carePhone, careEmail } = shop.settings.current()
  const { legalName, address } = sellerOf(shop)
  return {
    shopName,
    publicUrl: shop.publicUrl(),
    isSandbox: shop.payment.isSandbox,
    seller: [...(legalName === shopName ? [] : [legalName]), ...address],
    care: [careEmail, carePhone].filter(Boolean),
  }
}
