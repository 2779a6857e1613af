import { choiceIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import { CONTACT_SORTS } from '#contract/contacts/contact-limits.ts'
import type { ContactListQuery } from '#contract/contacts/contacts.ts'
import { ROWS_PER_PAGE } from '#contract/http/rows-per-page.ts'
import { ADMIN_WORDINGS } from '#contract/wordings/specified-admin-wordings.ts'

export const CONTACTS = '/admin/contacts'
export const CONTACTS_PER_PAGE = ROWS_PER_PAGE.messages

/** The parts of the list, each with what it asks the server for. */
const PARTS = [
  { show: 'unread', label: 'Only unread', query: { isRead: 'false' } },
  { show: 'read', label: 'Only read', query: { isRead: 'true' } },
  { show: 'due', label: 'Due within a day', query: { due: 'soon', sort: 'due' } },
  { show: 'open', label: 'Open', query: { state: 'open', sort: 'due' } },
  { show: 'answered', label: 'Answered', query: { state: 'answered', sort: 'due' } },
  { show: 'closed', label: 'Closed', query: { state: 'closed' } },
] as const

/** What is chosen in the address of the list. */
function viewOf(url: string) {
  const query = new URL(url).searchParams
  return {
    show: choiceIn(
      query,
      'show',
      PARTS.map(({ show }) => show),
    ),
    sort: choiceIn(query, 'sort', CONTACT_SORTS),
    search: wordsIn(query, 'search'),
    page: pageIn(query),
  }
}
type ContactView = ReturnType<typeof viewOf>

/** The list as it is opened from the menu. */
export const FIRST_VIEW: ContactView = { show: undefined, sort: undefined, search: undefined, page: 1 }

export const queryOf = ({ show, ...view }: ContactView): ContactListQuery => ({
  ...PARTS.find((part) => part.show === show)?.query,
  ...view,
  limit: CONTACTS_PER_PAGE,
})

/** The list at this address, and the moment from which its deadlines are counted, in milliseconds. */
export async function loadContacts(api: AdminApi, url: string) {
  const view = viewOf(url)
  const loaded = await loadOrFailure(api.listContacts(queryOf(view)), ADMIN_WORDINGS.contactsFailed)
  return { view, now: api.now(), ...loaded }
}

export const addressOf = (view: Partial<ContactView> & { open?: string }) => listAddress(CONTACTS, view)

/** The address without the message that is open over the list. */
function listOf({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams)
  query.delete('open')
  return `${pathname}?${query}`
}

/** Whether only another message is opened over the list, or closed. */
export const isSameList = (one: URL, other: URL) => listOf(one) === listOf(other) && one.search !== other.search

/** The views of the list: all messages by their order, and its parts. */
export function tabsOf({ show, sort, search }: ContactView) {
  const sorted = (label: string, by?: ContactView['sort']) => ({
    label,
    to: addressOf({ search, sort: by }),
    isCurrent: !show && sort === by,
  })
  return {
    label: 'Messages by status',
    tabs: [
      sorted('Newest first'),
      sorted('Unread first', 'unread'),
      sorted('Ends soonest', 'due'),
      ...PARTS.map((part) => ({
        label: part.label,
        to: addressOf({ search, show: part.show }),
        isCurrent: show === part.show,
      })),
    ],
  }
}
