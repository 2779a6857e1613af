import type { MailShop } from '#contract/words/mail-content.ts'

import { oneLine } from '#contract/words/mail-content.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'
import type { MailDraft } from '#server/mails/order-mail-parts.ts'

/** What the mail about a sold-out size that is back tells. */
export interface BackInStockMail {
  key: string
  productId: string
  productName: string
  /** Empty for a product without sizes. */
  size: string
  customerName: string
}

/** The mail about a sold-out size that is back. */
export function backInStockMail(
  { key, productId, productName, size, customerName }: BackInStockMail,
  shop: MailShop,
): MailDraft {
  const name = oneLine(productName)
  const url = `${shop.publicUrl}/product/${productId}`
  const typed = nameInMail(customerName)
  const about = { product: size ? `${name}, size ${oneLine(size)}` : name, name: typed }
  const atFront = { product: size ? `Size ${oneLine(size)} of ${name}` : name, name: typed }
  return {
    id: `${key}.stock`,
    content: {
      name: 'back-in-stock',
      subject: say(shop, 'back-in-stock.subject', about),
      preheader: say(shop, 'back-in-stock.preheader', about),
      blocks: [
        greeting(shop, customerName),
        { lead: say(shop, 'back-in-stock.lead', atFront), button: say(shop, 'back-in-stock.button', about), url },
        ...sayParagraphs(shop, 'back-in-stock.closing', about),
      ],
    },
    notice: {
      subject: 'What you waited for is back in stock',
      opening:
        'Somebody who signed in at our shop asked us to write to this e-mail address when something is back in stock. It is.',
      orderId: null,
    },
  }
}
