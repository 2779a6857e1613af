import type { MailContent, MailShop } from '#contract/words/mail-content.ts'

import { CASH_CODE_MINUTES } from '#contract/accounts/link-lifetimes.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { greeting, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** The mail with the code that confirms an order for cash. */
export function cashCodeMail(orderId: string, code: string, shop: MailShop): MailContent {
  const about = { order: `#${shortIdOf(orderId)}`, minutes: String(CASH_CODE_MINUTES) }
  return {
    name: 'cash-order-code',
    subject: say(shop, 'cash-order-code.subject', about),
    preheader: say(shop, 'cash-order-code.preheader', about),
    blocks: [
      greeting(shop),
      { lead: say(shop, 'cash-order-code.lead', about), code },
      ...sayParagraphs(shop, 'cash-order-code.opening', about),
    ],
  }
}
