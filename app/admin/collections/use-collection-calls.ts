import { useState } from 'react'
import { useNavigate } from 'react-router'

import { inputOf, type CollectionDraft } from '#app/admin/collections/collection-draft.ts'
import { saveOver } from '#app/admin/shell/save-over.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { failureOf, type FormResult } from '#app/api/form-result.ts'
import { toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { CollectionAnswer, EditedCollection } from '#contract/catalogue/collections/collections.ts'

const THEIRS = 'Somebody else has saved this collection since you opened it. Save yours in place of theirs?'

/**
 * Saves a collection, and asks before it replaces what somebody else has saved. A refused call leaves what was typed.
 */
export function useCollectionCalls(first: EditedCollection, onSaved: (collection: EditedCollection) => void) {
  const [revision, setRevision] = useState(first.revision)
  const [failure, setFailure] = useState<FormResult['failure']>()
  const { isBusy, run } = useTask()
  const navigate = useNavigate()
  const isNew = first._id === ''

  const send = (draft: CollectionDraft): Promise<CollectionAnswer> =>
    isNew
      ? browserApi.createCollection(inputOf(draft))
      : saveOver(revision, {
          save: (seen) => browserApi.editCollection(first._id, { ...inputOf(draft), revision: seen }),
          findRevision: async () => (await browserApi.getCollection(first._id)).revision,
          question: THEIRS,
        })
  async function save(draft: CollectionDraft) {
    setFailure(undefined)
    try {
      const { message, collection, note } = await send(draft)
      onSaved(collection)
      setRevision(collection.revision)
      toastSuccess([message, note].filter(Boolean).join(' '))
      if (isNew) await navigate(`/admin/collections/${collection._id}`, { replace: true })
    } catch (error) {
      setFailure(failureOf(error, {}, 'Failed to save the collection').failure)
    }
  }
  return { failure, isBusy, save: (draft: CollectionDraft) => void run(() => save(draft)) }
}
