import { useRef } from 'react'

import { messageOf } from '#contract/words/error-message.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { ADMIN_UNDO_MS } from '#app/ui/toast-durations.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import type { AdminProduct, BulkAnswer } from '#contract/catalogue/admin-catalogue.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * Deletes products. For eight seconds the toast can undo it; later they can be restored from the list of deleted
 * products.
 */
export function useDeletion(reload: () => Promise<void>, report: (answer: BulkAnswer) => void) {
  // A toast replaces the one before, so its button takes back every deletion that can still be undone.
  const undoable = useRef<{ id: string; until: number }[]>([])

  async function restore(ids: readonly string[]): Promise<void> {
    try {
      const answer = await browserApi.changeProducts({ action: 'restore', ids: [...ids] })
      toastSuccess(answer.message)
      report(answer)
    } catch (error) {
      toastError(messageOf(error, WORDINGS.fallback))
    }
    await reload()
  }

  function offerUndo(sentence: string, ids: readonly string[]): void {
    const now = Date.now()
    undoable.current = undoable.current.filter(({ until }) => until > now)
    undoable.current.push(...ids.map((id) => ({ id, until: now + ADMIN_UNDO_MS })))
    const undo = () => {
      const taken = undoable.current.map(({ id }) => id)
      undoable.current = []
      void restore(taken)
    }
    toastSuccess(sentence, { label: 'Undo', onAct: undo }, ADMIN_UNDO_MS)
  }

  /** Asks the specified question first. Resolves with whether the product is deleted. */
  async function remove({ _id }: AdminProduct): Promise<boolean> {
    const isSure = await showConfirm({ question: ADMIN_WORDINGS.deleteProductQuestion, confirmLabel: 'Delete' })
    if (!isSure) return false
    try {
      offerUndo((await browserApi.deleteProduct(_id)).message, [_id])
    } catch (error) {
      toastError(messageOf(error, WORDINGS.fallback))
      return false
    }
    await reload()
    return true
  }

  return { remove, restore, offerUndo }
}
