import type { Shop } from '#server/start/shop.ts'

import { ContactForm, ContactSubmitted } from '#contract/contacts/contacts.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { CONTACT_MESSAGES_PER_MINUTE } from '#server/contacts/contact-rate-limits.ts'
import { submitContact } from '#server/contacts/service.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { countedNetworks } from '#server/http/rate-limits/caller-networks.ts'

/** The contact form. */
export function registerContacts(api: ShopServer, { db, config }: Shop): void {
  route(api, 'POST /contact', {
    audience: 'public',
    summary: 'Sends the shop a message, which gets a ticket number',
    body: ContactForm,
    answer: ContactSubmitted,
    status: 201,
    callsPerMinute: CONTACT_MESSAGES_PER_MINUTE,
    handle: async ({ body, request }) => {
      const ticket = await submitContact(db, body, countedNetworks(config, request.ip))
      return { message: WORDINGS.contact.submitted, ticket }
    },
  })
}
