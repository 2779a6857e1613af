import type {
  Contact,
  ContactAnswered,
  ContactAnswering,
  ContactCounts,
  ContactCountsQuery,
  ContactListQuery,
  ContactsAnswer,
  ContactsGone,
  ContactThread,
} from '#contract/contacts/contacts.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'

import { segment, withQuery, type createClient, type CallOptions, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area about what visitors have written. */
export function contactCalls({ call, get, list }: ReturnType<typeof createClient>) {
  return {
    listContacts: (query: ContactListQuery = {}, options?: CallOptions) =>
      list<Contact>(withQuery('/admin/getallcontacts', query as Query), options),
    countContacts: (query: ContactCountsQuery = {}) => get<ContactCounts>(withQuery('/admin/contact-counts', query)),
    getContactThread: (id: string, options?: CallOptions) =>
      get<ContactThread>(`/admin/contact/${segment(id)}`, options),
    answerContact: (id: string, answer: ContactAnswering) =>
      call<ContactAnswered>('POST', `/admin/contact/${segment(id)}/answers`, answer),
    closeContact: (id: string, isClosed: boolean) =>
      call<Contact>('PATCH', `/admin/contact/${segment(id)}/closed`, { isClosed }),
    toggleContactRead: (id: string) => call<Contact>('PATCH', `/admin/contact/${segment(id)}/toggle-read`, {}),
    markContacts: (ids: readonly string[], isRead: boolean) =>
      call<ContactsAnswer>('POST', '/admin/contacts/mark', { ids, isRead }),
    deleteContacts: (ids: readonly string[]) => call<ContactsGone>('POST', '/admin/contacts/delete', { ids }),
    deleteContact: (id: string) => call<MessageAnswer>('DELETE', `/admin/contact/${segment(id)}`),
  }
}
