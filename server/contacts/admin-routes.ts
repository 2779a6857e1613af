import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import {
  Contact,
  ContactAnswered,
  ContactAnswering,
  ContactClosing,
  ContactCounts,
  ContactCountsQuery,
  ContactListQuery,
  ContactsAnswer,
  ContactsDeletion,
  ContactsGone,
  ContactsMarking,
  ContactThread,
} from '#contract/contacts/contacts.ts'
import { id, messageAnswer, noBody } from '#contract/schemas/basic-schemas.ts'
import { counted } from '#contract/words/counted.ts'
import {
  closeContact,
  countContacts,
  listContacts,
  markContacts,
  removeContacts,
  toggleContactRead,
} from '#server/contacts/service.ts'
import { answerContact } from '#server/contacts/answer-contact.ts'
import { getContactThread, type ListCustomerOrders } from '#server/contacts/contact-thread.ts'
import { notFound } from '#server/errors.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

/** What administrators do with the messages of the contact form. */
export function registerContactsAdmin(api: ShopServer, { db }: Shop, listOrders: ListCustomerOrders): void {
  route(api, 'GET /admin/getallcontacts', {
    audience: 'admin',
    summary: 'Contact messages, newest first; how many there are in all is in X-Total-Count',
    query: ContactListQuery,
    answer: z.array(Contact),
    handle: async ({ query, reply }) => withTotalCount(reply, await listContacts(db, query)),
  })

  route(api, 'GET /admin/contact-counts', {
    audience: 'admin',
    summary: 'How many messages there are, all and by state, of those that a search finds',
    query: ContactCountsQuery,
    answer: ContactCounts,
    handle: ({ query: { search } }) => countContacts(db, search),
  })

  route(api, 'GET /admin/contact/:id', {
    audience: 'admin',
    summary: 'A message with its answers and the orders of its sender’s account',
    params: z.object({ id }),
    answer: ContactThread,
    errors: ['not_found'],
    handle: ({ params, user }) => getContactThread(db, user.rights, params.id, listOrders),
  })

  route(api, 'POST /admin/contact/:id/answers', {
    audience: 'admin',
    summary: 'Answers a message; the answer goes to its sender by mail',
    params: z.object({ id }),
    body: ContactAnswering,
    answer: ContactAnswered,
    status: 201,
    errors: ['not_found', 'conflict'],
    handle: async ({ body, params, user }) => {
      await answerContact(db, user.id, params.id, body)
      return { message: 'Answer sent.', thread: await getContactThread(db, user.rights, params.id, listOrders) }
    },
  })

  route(api, 'PATCH /admin/contact/:id/closed', {
    audience: 'admin',
    summary: 'Closes a ticket, or opens it again',
    params: z.object({ id }),
    body: ContactClosing,
    answer: Contact,
    errors: ['not_found'],
    handle: ({ body, params, user }) => closeContact(db, user.id, params.id, body.isClosed),
  })

  route(api, 'PATCH /admin/contact/:id/toggle-read', {
    audience: 'admin',
    summary: 'Marks a message as read, or as unread if it was read',
    params: z.object({ id }),
    body: noBody,
    answer: Contact,
    errors: ['not_found'],
    handle: ({ params, user }) => toggleContactRead(db, user.id, params.id),
  })

  route(api, 'DELETE /admin/contact/:id', {
    audience: 'admin',
    summary: 'Deletes a message',
    params: z.object({ id }),
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ params, user }) => {
      const ids = await removeContacts(db, user.id, [params.id])
      if (ids.length === 0) throw notFound('Contact')
      return { message: 'Contact message deleted successfully!' }
    },
  })

  route(api, 'POST /admin/contacts/mark', {
    audience: 'admin',
    summary: 'Marks several messages as read or as unread; those that are gone are left out',
    body: ContactsMarking,
    answer: ContactsAnswer,
    handle: async ({ body, user }) => {
      const contacts = await markContacts(db, user.id, body)
      return { message: body.isRead ? 'Marked as read.' : 'Marked as unread.', contacts }
    },
  })

  route(api, 'POST /admin/contacts/delete', {
    audience: 'admin',
    summary: 'Deletes several messages, all or none; those that are gone already are left out',
    body: ContactsDeletion,
    answer: ContactsGone,
    handle: async ({ body, user }) => {
      const ids = await removeContacts(db, user.id, body.ids)
      return { message: `${counted(ids.length, 'message')} deleted.`, ids }
    },
  })
}
