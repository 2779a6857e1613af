import type { RecoveryMail } from '#server/orders/mail/mail-queries.ts'

import { CONFIRMATION_DAYS, RECOVERY_MINUTES } from '#server/accounts/service.ts'
import { mailText, orderLink, type MailDraft, type MailShop, type Notice } from '#server/orders/mail/mail-texts.ts'

/**
 * The text of the only mail to an address that nobody has confirmed. It may reach a stranger whose address somebody else gave,
 * so it contains an order's number, a link to the order and a link that confirms the address, and nothing that anybody typed.
 */
export function confirmationText({ opening, orderId }: Notice, token: string, shop: MailShop): string {
  return mailText(
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

/** The mail with a confirmation link that a customer asked for on the profile. */
export const requestedConfirmation = (id: string): MailDraft => ({
  id,
  notice: {
    subject: 'Please confirm your e-mail address',
    opening: 'Somebody who signed in at our shop asked us for this mail: an account there has this e-mail address.',
    orderId: null,
  },
})

/**
 * The mail with a link for a new password or with a code. It is the same for confirmed and unconfirmed addresses: nothing in it
 * was typed by anybody.
 */
export function recoveryMail(
  { purpose }: Pick<RecoveryMail, 'purpose'>,
  secret: string,
  shop: MailShop,
): { subject: string; text: string } {
  const until = `for ${RECOVERY_MINUTES} minutes`
  const unasked = 'Was it not you? Then please do nothing: without this mail nobody gets into the account.'
  if (purpose === 'code') {
    return {
      subject: 'Your code to log in',
      text: mailText(
        ['Hello,', `Your code is ${secret}`, `It works once and ${until}. We never ask for it on the phone.`, unasked],
        shop,
      ),
    }
  }
  const opening = 'Somebody has asked us for a new password for the account with this e-mail address.'
  const link = `Choose a new password here; the link works once and ${until}:\n${shop.publicUrl}/reset-password/${secret}`
  return { subject: 'A new password for your account', text: mailText(['Hello,', opening, link, unasked], shop) }
}
