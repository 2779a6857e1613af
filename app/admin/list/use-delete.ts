import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { ADMIN_UNDO_MS } from '#app/ui/toast-durations.ts'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'

interface Deletion<Item> {
  /** What is deleted, such as `page`. */
  noun: string
  question(item: Item): string
  remove(id: string): Promise<MessageAnswer>
  restore(id: string): Promise<unknown>
}

/** Asks, then deletes something that a toast brings back. `onChange` is called after either. */
export function useDelete<Item extends { _id: string }>(
  { noun, question, remove, restore }: Deletion<Item>,
  onChange: () => void,
): (item: Item) => void {
  const { run } = useTask()
  async function bringBack(id: string) {
    if (await answerOrToast(restore(id), `Failed to restore the ${noun}`)) onChange()
  }
  async function ask(item: Item) {
    if (!(await showConfirm({ question: question(item), confirmLabel: 'Delete' }))) return
    const answer = await answerOrToast(remove(item._id), `Failed to delete the ${noun}`)
    if (!answer) return
    toastSuccess(answer.message, { label: 'Undo', onAct: () => void bringBack(item._id) }, ADMIN_UNDO_MS)
    onChange()
  }
  return (item) => void run(() => ask(item))
}
