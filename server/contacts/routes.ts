import type { Shop } from '#server/start/shop.ts'

import { ContactForm, ContactSubmitted } from '#contract/contacts/contacts.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { CONTACT_MESSAGES_PER_MINUTE } from '#server/contacts/contact-rate-limits.ts'
import { submitContact } from '#server/contacts/service.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

/** The contact form. */
export function registerContacts(api: ShopServer, { db }: Shop): void {
  route(api, 'POST /contact', {
    audience: 'public',
    summary: 'Sends the shop a message, which gets a ticket number',
    body: ContactForm,
    answer: ContactSubmitted,
    status: 201,
    callsPerMinute: CONTACT_MESSAGES_PER_MINUTE,
    handle: async ({ body }) => {
      const ticket = await submitContact(db, body)
      return { message: WORDINGS.contact.submitted, ticket }
    },
  })
}
