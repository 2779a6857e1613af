import type { MailContent, MailShop } from '#contract/words/mail-content.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { DELIVERY_DAYS } from '#contract/programs/webhook-limits.ts'
import { say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** The mail to the owners about a webhook that is paused. */
export function webhookPausedMail(host: string, at: Date, shop: MailShop): MailContent {
  const about = { date: dateInWords(at), days: String(DELIVERY_DAYS) }
  return {
    name: 'webhook-paused',
    subject: say(shop, 'webhook-paused.subject', about),
    preheader: say(shop, 'webhook-paused.preheader', about),
    blocks: [
      ...sayParagraphs(shop, 'webhook-paused.opening', about),
      { title: 'Its address', lines: [host] },
      {
        lead: say(shop, 'webhook-paused.lead', about),
        button: say(shop, 'webhook-paused.button', about),
        url: `${shop.publicUrl}/admin/webhooks`,
      },
    ],
  }
}
