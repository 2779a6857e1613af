import { useState } from 'react'

import type { DraftState } from '#app/admin/pages/use-draft.ts'
import { saveOver } from '#app/admin/shell/save-over.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { failureOf, type FormResult } from '#app/api/form-result.ts'
import { toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { EditedPage, PageAnswer } from '#contract/pages-of-blocks/pages.ts'

const THEIRS =
  'Somebody else has saved this page since you opened it. Save your draft in place of theirs? What they published stays among the versions; the rest of theirs would be gone.'

/** What is done with a page on the server. Each call says how it ended; a refused one leaves what was typed. */
export function usePageCalls(first: EditedPage, state: DraftState) {
  const [page, setPage] = useState(first)
  const [failure, setFailure] = useState<FormResult['failure']>()
  const { isBusy, run } = useTask()
  const { draft, isChanged } = state

  async function saveDraft(): Promise<EditedPage> {
    const { slug, blocks, ...facts } = draft
    const change = { ...facts, ...(!page.isSpecified && { slug }), blocks: [...blocks] }
    const { page: saved } = await saveOver(page.revision, {
      save: (revision) => browserApi.savePageDraft(page._id, { ...change, revision }),
      findRevision: async () => (await browserApi.getEditedPage(page._id)).revision,
      question: THEIRS,
    })
    setPage(saved)
    state.keep(draft)
    return saved
  }
  const saveFirst = async () => (isChanged || page.revision === 0 ? saveDraft() : page)

  const attempt = (work: () => Promise<string>) =>
    void run(async () => {
      setFailure(undefined)
      try {
        toastSuccess(await work())
      } catch (error) {
        setFailure(failureOf(error, {}, 'Failed to save the page').failure)
      }
    })
  async function answered(call: Promise<PageAnswer>): Promise<PageAnswer> {
    const answer = await call
    setPage(answer.page)
    return answer
  }

  return {
    page,
    failure,
    isBusy,
    save: () =>
      attempt(async () => {
        await saveDraft()
        return 'Draft saved.'
      }),
    /** At once, at a time, or never where that is null. */
    publish: (at?: string | null) =>
      attempt(async () => {
        const { revision } = at === null ? page : await saveFirst()
        const publishing = { revision, ...(at !== undefined && { at }) }
        return (await answered(browserApi.publishPage(page._id, publishing))).message
      }),
    /** Makes a new link to the preview; whoever has the old one sees nothing more. */
    renewPreview: () =>
      attempt(async () => {
        const { revision } = page.revision === 0 ? await saveDraft() : page
        return (await answered(browserApi.renewPagePreview(page._id, revision))).message
      }),
    unpublish: () => attempt(async () => (await answered(browserApi.unpublishPage(page._id, page.revision))).message),
    bringBack: (version: number) =>
      attempt(async () => {
        const { revision } = await saveFirst()
        const answer = await answered(browserApi.bringBackPage(page._id, { revision, version }))
        state.replace(answer.page)
        return answer.message
      }),
  }
}
