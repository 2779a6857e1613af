import type { MailShop } from '#contract/words/mail-content.ts'
import type { MailDraft } from '#server/mails/order-mail-parts.ts'

import { dateInWords } from '#contract/units/india-time.ts'
import { oneLine } from '#contract/words/mail-content.ts'
import { formatTotal, rupeesFromPaise } from '#contract/units/money.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** What the mails about store credit tell. */
export interface CreditMail {
  key: string
  /** What is left of the gift. */
  paise: number
  /** In the words of whoever gave it. */
  reason: string
  /** The last day on which it counts; null where it does not end. */
  endsOn: string | null
  customerName: string
}

const NOTICE = {
  subject: 'You have store credit',
  opening: 'Somebody signed in at our shop with this e-mail address, and we gave them store credit.',
  orderId: null,
}

const creditLink = ({ publicUrl }: MailShop) => ({
  lines: [{ label: 'Your store credit', url: `${publicUrl}/signin` }],
})

const valuesOf = ({ paise, endsOn, customerName }: CreditMail) => ({
  amount: formatTotal(rupeesFromPaise(paise)),
  date: endsOn === null ? undefined : dateInWords(endsOn),
  name: nameInMail(customerName),
})

/** The mail about store credit that was given. */
export function creditGivenMail(credit: CreditMail, shop: MailShop): MailDraft {
  const values = valuesOf(credit)
  return {
    id: `${credit.key}.credit`,
    content: {
      name: 'credit-given',
      subject: say(shop, 'credit-given.subject', values),
      preheader: say(shop, 'credit-given.preheader', values),
      blocks: [
        greeting(shop, credit.customerName),
        ...sayParagraphs(shop, 'credit-given.opening', values),
        oneLine(credit.reason),
        ...(credit.endsOn === null ? [] : sayParagraphs(shop, 'credit-given.ends', values)),
        creditLink(shop),
      ],
    },
    notice: NOTICE,
  }
}

/** The mail about store credit that ends soon. */
export function creditEndsMail(credit: CreditMail, shop: MailShop): MailDraft {
  const values = valuesOf(credit)
  return {
    id: `${credit.key}.credit-ends`,
    content: {
      name: 'credit-ends',
      subject: say(shop, 'credit-ends.subject', values),
      preheader: say(shop, 'credit-ends.preheader', values),
      blocks: [
        greeting(shop, credit.customerName),
        ...sayParagraphs(shop, 'credit-ends.opening', values),
        creditLink(shop),
      ],
    },
    notice: NOTICE,
  }
}
