import type { PrepareMail } from '#server/mails/due-mail.ts'

import { permitContactMail } from '#server/accounts/service.ts'
import { contactMail } from '#server/mails/contact-mails.ts'
import { findMessage } from '#server/mails/mail-queries.ts'

/** To the address that was typed into the contact form: the number of a message, or an answer. */
export const prepareContactMail: PrepareMail = async ({ shop: { db }, mailShop }, { key, payload }) => {
  const { contactId, networks = [] } = payload
  const message = contactId === undefined ? undefined : await findMessage(db, contactId, key)
  if (!message) return undefined
  const { id, content } = contactMail({ key, ...message }, mailShop)
  const permission = await permitContactMail(db, message.email, id, {
    isAnswer: message.text !== null,
    asked: { kind: 'message', networks, id: key },
  })
  return 'refusal' in permission ? { id, ...permission } : { id, to: permission.address.email, content }
}
