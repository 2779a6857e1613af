import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { ListedCollection } from '#contract/catalogue/collections.ts'

const UNDO_MS = 8000

/** Asks, then deletes a collection, which a toast brings back. `onChange` is called after either. */
export function useDeleteCollection(onChange: () => void): (collection: ListedCollection) => void {
  const { run } = useTask()
  async function restore(id: string) {
    if (await answerOrToast(browserApi.restoreCollection(id), 'Failed to restore the collection')) onChange()
  }
  async function remove({ _id, title }: ListedCollection) {
    const question = `Delete “${title}”? Its products stay; Undo brings it back.`
    if (!(await showConfirm({ question, confirmLabel: 'Delete' }))) return
    const answer = await answerOrToast(browserApi.deleteCollection(_id), 'Failed to delete the collection')
    if (!answer) return
    toastSuccess(answer.message, { label: 'Undo', onAct: () => void restore(_id) }, UNDO_MS)
    onChange()
  }
  return (collection) => void run(() => remove(collection))
}
