import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { isShopError } from '#contract/api/errors.ts'

interface Saving<Answer> {
  /** Saves in place of this revision. */
  save(revision: number): Promise<Answer>
  /** The revision that is there now. */
  findRevision(): Promise<number>
  /** What is asked before another's is replaced. */
  question: string
}

/**
 * Saves in place of the revision that was seen, and asks before it replaces what somebody else has saved since. Throws
 * what `save` throws, also where the answer is no.
 */
export async function saveOver<Answer>(seen: number, saving: Saving<Answer>): Promise<Answer> {
  try {
    return await saving.save(seen)
  } catch (error) {
    if (!isShopError(error) || error.code !== 'conflict' || error.fields) throw error
    const theirs = await saving.findRevision()
    if (theirs === seen) throw error
    if (!(await showConfirm({ question: saving.question, confirmLabel: 'Save mine' }))) throw error
    return saveOver(theirs, saving)
  }
}
