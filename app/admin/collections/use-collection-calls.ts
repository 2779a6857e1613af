import { useState } from 'react'
import { useNavigate } from 'react-router'

import { inputOf, type CollectionDraft } from '#app/admin/collections/collection-draft.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { failureOf, type FormResult } from '#app/api/form-result.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { CollectionAnswer, EditedCollection } from '#contract/catalogue/collections.ts'
import { isShopError } from '#contract/errors.ts'

const THEIRS = {
  question: 'Somebody else has saved this collection since you opened it. Save yours in place of theirs?',
  confirmLabel: 'Save mine',
}

/** Saves a collection, and asks before it replaces what somebody else has saved. A refused call leaves what was typed. */
export function useCollectionCalls(first: EditedCollection, onSaved: (collection: EditedCollection) => void) {
  const [revision, setRevision] = useState(first.revision)
  const [failure, setFailure] = useState<FormResult['failure']>()
  const { isBusy, run } = useTask()
  const navigate = useNavigate()
  const isNew = first._id === ''

  async function saveOver(draft: CollectionDraft, seen: number): Promise<CollectionAnswer> {
    if (isNew) return browserApi.createCollection(inputOf(draft))
    try {
      return await browserApi.editCollection(first._id, { ...inputOf(draft), revision: seen })
    } catch (error) {
      if (!isShopError(error) || error.code !== 'conflict' || error.fields) throw error
      const theirs = await browserApi.getCollection(first._id)
      if (theirs.revision === seen || !(await showConfirm(THEIRS))) throw error
      return saveOver(draft, theirs.revision)
    }
  }
  async function save(draft: CollectionDraft) {
    setFailure(undefined)
    try {
      const { message, collection, note } = await saveOver(draft, revision)
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
