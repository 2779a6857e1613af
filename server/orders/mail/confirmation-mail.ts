import { CONFIRMATION_DAYS } from '#server/accounts/service.ts'
import { frame, orderLink, type MailDraft, type MailShop, type News } from '#server/orders/mail/mail-frame.ts'

/**
 * The text of the one mail that an address gets while nobody has confirmed it. It may reach a stranger whose address
 * somebody else gave, so it holds an order's number, a link to the order and a link that confirms the address, and nothing
 * that anybody typed.
 */
export function confirmationText({ opening, orderId }: News, token: string, shop: MailShop): string {
  return frame(
    [
      'Hello,',
      opening,
      orderId === null ? undefined : orderLink(shop, orderId),
      `Was it you? Then please confirm your address, so that we can write to you about your orders:\n${shop.publicUrl}/confirm-email/${token}\nThe link works for ${CONFIRMATION_DAYS} days.`,
      'Was it not you? Then please leave that link alone. As long as nobody confirms this address, we write to it at most once a day.',
    ],
    shop,
  )
}

/** The mail that a customer asked for on the profile. */
export const askedMail = (id: string): MailDraft => ({
  id,
  news: {
    subject: 'Please confirm your e-mail address',
    opening: 'Somebody who signed in at our shop asked us for this mail: an account there has this e-mail address.',
    orderId: null,
  },
})
