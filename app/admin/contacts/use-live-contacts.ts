import { useState } from 'react'

import type { Selection } from '#app/admin/list/use-selection.ts'
import { useLiveCounts } from '#app/admin/list/use-live-counts.ts'
import { useAdminEvents, type PublishedEvent } from '#app/admin/shell/admin-events.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { useLatestCall } from '#app/api/use-latest-call.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import type { Contact, ContactCounts, ContactListQuery } from '#contract/contacts/contacts.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

interface Listed {
  items: readonly Contact[] | undefined
  counts: ContactCounts | undefined
  query: ContactListQuery
}

/**
 * The messages of a list with the numbers of its parts, updated live, and the actions on them. A changed message is
 * updated in its row, a deleted one is removed, new ones are only counted.
 */
export function useLiveContacts({ items, counts, query }: Listed) {
  const [contacts, setContacts] = useDerivedState(items, (given): readonly Contact[] => given ?? [])
  const [newCount, setNewCount] = useDerivedState(items, () => 0)
  const [shownCounts, countSoon] = useLiveCounts(counts, () => browserApi.countContacts({ search: query.search }))
  const startCall = useLatestCall()
  // Answers that were typed and not sent, by the id of their message.
  const [drafts] = useState(() => new Map<string, string>())

  function show(changed: readonly Contact[]) {
    const byId = new Map(changed.map((contact) => [contact._id, contact]))
    setContacts((known) => known.map((one) => byId.get(one._id) ?? one))
  }
  /** Shows messages that this administrator has changed. */
  function change(changed: readonly Contact[]) {
    for (const { _id } of changed) startCall(_id)
    show(changed)
    countSoon()
  }
  async function refresh() {
    const isLatest = new Map(contacts.map(({ _id }) => [_id, startCall(_id)]))
    const answer = await browserApi.listContacts(query).catch(() => undefined)
    // An answer that was read before a change may arrive after it.
    if (answer) show(answer.items.filter(({ _id }) => isLatest.get(_id)?.()))
  }
  const drop = (ids: readonly string[]) => setContacts((known) => known.filter(({ _id }) => !ids.includes(_id)))

  useAdminEvents((event: PublishedEvent) => {
    if (event.kind === 'order' || event.kind === 'product') return
    countSoon()
    if (event.kind === 'contact' && event.change === 'insert') {
      return setNewCount((known) => known + (event.ids.length || 1))
    }
    if (event.kind === 'contact' && event.change === 'delete') return drop(event.ids)
    // A message that has moved to another page keeps its old row until the list is loaded again.
    void refresh()
  })

  async function toggle({ _id }: Contact) {
    const contact = await answerOrToast(browserApi.toggleContactRead(_id), ADMIN_WORDINGS.readStatusFailed)
    if (contact) change([contact])
  }
  /** Marks an opened message as read, without a toast, because the administrator only asked to see it. */
  async function markOpened({ _id, isRead }: Contact) {
    if (isRead) return
    const answer = await answerOrToast(browserApi.markContacts([_id], true), ADMIN_WORDINGS.readStatusFailed)
    if (answer) change(answer.contacts)
  }
  async function mark(ids: readonly string[], isRead: boolean) {
    const answer = await answerOrToast(browserApi.markContacts(ids, isRead), ADMIN_WORDINGS.readStatusFailed)
    if (!answer) return
    change(answer.contacts)
    toastSuccess(answer.message)
  }
  /** Asks first, as specified. */
  async function remove(ids: readonly string[]) {
    const [id = ''] = ids
    const question =
      ids.length === 1
        ? ADMIN_WORDINGS.deleteContactQuestion
        : `Are you sure you want to delete these ${ids.length} contact messages?`
    if (!(await showConfirm({ question, confirmLabel: 'Delete' }))) return
    const call = ids.length === 1 ? browserApi.deleteContact(id) : browserApi.deleteContacts(ids)
    const answer = await answerOrToast(call, ADMIN_WORDINGS.deleteContactFailed)
    if (!answer) return
    drop(ids)
    countSoon()
    toastSuccess(answer.message)
  }
  return { contacts, counts: shownCounts, newCount, drafts, change, toggle, markOpened, mark, remove }
}

export type ContactActions = ReturnType<typeof useLiveContacts>

/** What can be done with the chosen messages. */
export const chosenContacts = ({ mark, remove }: ContactActions, selection: Selection) => ({
  name: 'messages',
  selection,
  actions: [
    { label: 'Mark chosen read', run: (ids: readonly string[]) => mark(ids, true).then(selection.clear) },
    { label: 'Mark chosen unread', run: (ids: readonly string[]) => mark(ids, false).then(selection.clear) },
    { label: 'Delete chosen', variant: 'danger' as const, run: remove },
  ],
})
