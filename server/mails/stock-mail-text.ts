import type { MailShop } from '#contract/mails/mail-content.ts'

import { oneLine } from '#contract/mails/mail-content.ts'
import { greeting, type MailDraft } from '#server/mails/order-mail-texts.ts'

/** What the mail about a sold-out size that is back tells. */
export interface StockMail {
  key: string
  productId: string
  productName: string
  /** Empty for a product without sizes. */
  size: string
  customerName: string
}

/** The mail about a sold-out size that is back. */
export function stockMail({ key, productId, productName, size, customerName }: StockMail, shop: MailShop): MailDraft {
  const name = oneLine(productName)
  const what = size ? `Size ${oneLine(size)} of ${name}` : name
  const url = `${shop.publicUrl}/product/${productId}`
  const promise = 'It is not set aside for you. You asked us for this one mail, and we do not write about it again.'
  return {
    id: `${key}.stock`,
    content: {
      name: 'back-in-stock',
      subject: `Back in stock: ${size ? `${name}, size ${oneLine(size)}` : name}`,
      preheader: 'You asked us to tell you. It is not set aside for you.',
      blocks: [greeting(customerName), { lead: `${what} is back in stock:`, button: 'See it', url }, promise],
    },
    notice: {
      subject: 'What you waited for is back in stock',
      opening:
        'Somebody who signed in at our shop asked us to write to this e-mail address when something is back in stock. It is.',
      orderId: null,
    },
  }
}
