import { choiceIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { CONTACT_SORTS, type ContactSort } from '#contract/contacts/contact-limits.ts'
import type { ContactCounts, ContactListQuery } from '#contract/contacts/contacts.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

export const CONTACTS = '/admin/contacts'
export const CONTACTS_PER_PAGE = ROWS_PER_PAGE.messages

/** The parts of the list, each with what it asks the server for. */
const PARTS = [
  { show: 'unread', label: 'Unread', query: { isRead: 'false' }, count: 'unread' },
  { show: 'due', label: 'Due within a day', query: { due: 'soon', sort: 'due' }, count: 'dueSoon' },
  { show: 'open', label: 'Open', query: { state: 'open', sort: 'due' }, count: 'open' },
  { show: 'answered', label: 'Answered', query: { state: 'answered', sort: 'due' }, count: 'answered' },
  { show: 'closed', label: 'Closed', query: { state: 'closed' }, count: 'closed' },
  { show: 'read', label: 'Read', query: { isRead: 'true' }, count: 'read' },
] as const

/** The order of the list beside its search; without a choice each part has its own. */
export const ORDER_FILTER = {
  name: 'sort',
  label: 'Order',
  all: 'As usual',
  options: [
    { value: 'newest', label: 'Newest first' },
    { value: 'unread', label: 'Unread first' },
    { value: 'due', label: 'Ends soonest' },
  ],
} as const satisfies { name: string; label: string; all: string; options: { value: ContactSort; label: string }[] }

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

export const queryOf = ({ show, sort, ...view }: ContactView): ContactListQuery => ({
  ...(PARTS.find((part) => part.show === show)?.query ?? { sort: 'unread' }),
  ...(sort && { sort }),
  ...view,
  limit: CONTACTS_PER_PAGE,
})

/**
 * The list at this address with the numbers of its parts, and the moment from which its deadlines are counted, in
 * milliseconds.
 */
export async function loadContacts(api: AdminApi, url: string) {
  const view = viewOf(url)
  const [loaded, counts] = await Promise.all([
    loadOrFailure(api.listContacts(queryOf(view)), ADMIN_WORDINGS.contactsFailed),
    loadOrFailure(api.countContacts({ search: view.search }), ADMIN_WORDINGS.contactsFailed),
  ])
  return { view, now: api.now(), counts: counts.answer, ...loaded }
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

/** The parts of the list, with the number of messages in each. */
export function tabsOf({ show, sort, search }: ContactView, counts: ContactCounts | undefined) {
  const all = { label: 'All', to: addressOf({ search, sort }), isCurrent: !show, count: counts?.all }
  const parts = PARTS.map((part) => ({
    label: part.label,
    to: addressOf({ search, sort, show: part.show }),
    isCurrent: show === part.show,
    count: counts?.[part.count],
  }))
  return { label: 'Messages by status', tabs: [all, ...parts] }
}
