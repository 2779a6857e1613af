import { pageName } from '#app/admin/pages/page-name.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { ListedPage } from '#contract/pages/pages.ts'

const UNDO_MS = 8000

/** Asks, then deletes a page, which a toast brings back. `onChange` is called after either. */
export function useDeletePage(onChange: () => void): (page: ListedPage) => void {
  const { run } = useTask()
  async function restore(id: string) {
    if (await answerOrToast(browserApi.restorePage(id), 'Failed to restore the page')) onChange()
  }
  async function remove(page: ListedPage) {
    const question = `Delete “${pageName(page)}”? Visitors do not see it any more; Undo brings it back.`
    if (!(await showConfirm({ question, confirmLabel: 'Delete' }))) return
    const answer = await answerOrToast(browserApi.deletePage(page._id), 'Failed to delete the page')
    if (!answer) return
    toastSuccess(answer.message, { label: 'Undo', onAct: () => void restore(page._id) }, UNDO_MS)
    onChange()
  }
  return (page) => void run(() => remove(page))
}
