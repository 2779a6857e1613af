import { useAdminEvents, type PublishedEvent } from '#app/admin/shell/admin-events.ts'
import { messageOf } from '#app/api/error-message.ts'
import { browserApi } from '#app/api/browser.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import type { Contact, ContactListQuery } from '#contract/contacts.ts'
import { ADMIN_WORDINGS } from '#contract/admin-wordings.ts'

/**
 * The messages of a list and what can be done to them. A change made here or elsewhere changes a row where it stands; what
 * is new is only counted; what somebody else deleted goes.
 */
export function useLiveContacts(items: readonly Contact[] | undefined, query: ContactListQuery) {
  const [contacts, setContacts] = useDerivedState(items, (given): readonly Contact[] => given ?? [])
  const [newOnes, setNewOnes] = useDerivedState(items, () => 0)

  function show(changed: readonly Contact[]) {
    const byId = new Map(changed.map((contact) => [contact._id, contact]))
    setContacts((known) => known.map((one) => byId.get(one._id) ?? one))
  }
  const drop = (ids: readonly string[]) => setContacts((known) => known.filter(({ _id }) => !ids.includes(_id)))

  useAdminEvents((event: PublishedEvent) => {
    if (event.kind === 'order' || event.kind === 'product') return
    if (event.kind === 'contact' && event.change === 'insert') {
      return setNewOnes((known) => known + (event.ids.length || 1))
    }
    if (event.kind === 'contact' && event.change === 'delete') return drop(event.ids)
    // The rows of this page as they now are; whichever is on another page by now stays as it was.
    browserApi.listContacts(query).then(
      ({ items: fresh }) => show(fresh),
      () => undefined,
    )
  })

  async function toggle({ _id }: Contact) {
    try {
      show([await browserApi.toggleContactRead(_id)])
    } catch (error) {
      toastError(messageOf(error, ADMIN_WORDINGS.readStatusFailed))
    }
  }
  /** Marks an opened message as read, without a toast, because the administrator only asked to see it. */
  async function markOpened({ _id, isRead }: Contact) {
    if (isRead) return
    try {
      show((await browserApi.markContacts([_id], true)).contacts)
    } catch (error) {
      toastError(messageOf(error, ADMIN_WORDINGS.readStatusFailed))
    }
  }
  async function mark(ids: readonly string[], isRead: boolean) {
    try {
      const answer = await browserApi.markContacts(ids, isRead)
      show(answer.contacts)
      toastSuccess(answer.message)
    } catch (error) {
      toastError(messageOf(error, ADMIN_WORDINGS.readStatusFailed))
    }
  }
  /** Asks first, as specified. */
  async function remove(ids: readonly string[]) {
    const [id = ''] = ids
    const question =
      ids.length === 1
        ? ADMIN_WORDINGS.deleteContactQuestion
        : `Are you sure you want to delete these ${ids.length} contact messages?`
    if (!(await showConfirm({ question, confirmLabel: 'Delete' }))) return
    try {
      const { message } = ids.length === 1 ? await browserApi.deleteContact(id) : await browserApi.deleteContacts(ids)
      drop(ids)
      toastSuccess(message)
    } catch (error) {
      toastError(messageOf(error, ADMIN_WORDINGS.deleteContactFailed))
    }
  }
  return { contacts, newOnes, toggle, markOpened, mark, remove }
}

export type ContactActions = ReturnType<typeof useLiveContacts>
