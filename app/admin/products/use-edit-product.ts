import { useState } from 'react'

import { draftOf, isSameDraft, type Draft } from '#app/admin/products/product-draft.ts'
import {
  changeOf,
  draftErrors,
  withRefusedPictures,
  withSmallPictures,
  type Failure,
} from '#app/admin/products/submit-draft.ts'
import { fieldErrorsOf, messageOf } from '#contract/words/error-message.ts'
import { mergeDrafts, type Difference } from '#app/admin/products/merge-drafts.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { useUnsavedChangesWarning } from '#app/admin/shell/use-unsaved-changes-warning.ts'
import { showAlert } from '#app/ui/alert-dialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { EditableProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { isShopError, type FieldErrors } from '#contract/api/errors.ts'
import { FIELD_NAMES, PRODUCT_FIELDS, type ProductFieldName } from '#contract/catalogue/product-fields.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** The message of the first error, prefixed with the field's label, and all errors by field. */
function failureOf(fields: FieldErrors): Failure {
  const [name, sentence] = Object.entries(fields)[0] ?? ['', WORDINGS.fallback]
  const field = FIELD_NAMES.find((each) => each === name)
  return { message: `${field ? `${PRODUCT_FIELDS[field].label}: ` : ''}${sentence}`, fields }
}

/**
 * The edit form of a product. If somebody else saves first, their changes are listed and fill the fields that were not
 * edited here. The next save writes the fields that were edited here over theirs.
 */
export function useEditProduct(first: EditableProduct, categories: readonly Category[]) {
  const [product, setProduct] = useState(first)
  const [draft, setDraft] = useState<Draft>(() => draftOf(first))
  const [failure, setFailure] = useState<Failure>()
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  const { isBusy, run } = useTask()
  useUnsavedChangesWarning(() => !isSameDraft(draftOf(product), draft))

  const words = (name: ProductFieldName, value: string) =>
    name === 'category' ? (categories.find(({ _id }) => _id === value)?.name ?? value) : value

  function refuse(refusal: Failure) {
    setFailure(refusal)
    toastError(refusal.message)
  }

  async function takeOver(sentence: string) {
    const theirs = await browserApi.getEditableProduct(product._id)
    const merged = mergeDrafts({ base: draftOf(product), mine: draft, theirs: draftOf(theirs) }, words)
    setProduct(theirs)
    setDraft(merged.draft)
    setDifferences(merged.differences)
    refuse({ message: sentence, fields: {} })
  }

  /** Saves what was changed; where `isDraft` is given, the product also goes on sale or off it. */
  async function save(isDraft?: boolean) {
    const errors = draftErrors(draft)
    if (Object.keys(errors).length > 0) return refuse(failureOf(errors))
    try {
      const { change, uploads } = changeOf(product, await withSmallPictures(draft))
      const stated = { ...change, ...(isDraft !== undefined && { isDraft }) }
      const answer = await browserApi.editProduct(product._id, stated, uploads)
      setProduct(answer.product)
      setDraft(draftOf(answer.product))
      setFailure(undefined)
      setDifferences([])
      toastSuccess(answer.message)
      if (answer.warning !== undefined) void showAlert(answer.warning)
    } catch (error) {
      const sentence = messageOf(error, WORDINGS.fallback)
      if (isShopError(error) && error.status === 409) return takeOver(sentence)
      refuse({ message: sentence, fields: fieldErrorsOf(error) })
    }
  }

  async function restore() {
    try {
      const answer = await browserApi.restoreProduct(product._id)
      setProduct(answer.product)
      toastSuccess(answer.message)
    } catch (error) {
      refuse({ message: messageOf(error, WORDINGS.fallback), fields: {} })
    }
  }

  return {
    product,
    draft,
    failure,
    differences,
    isBusy,
    showRefusedPictures: (sentences: readonly string[]) => setFailure((known) => withRefusedPictures(known, sentences)),
    change: (part: Partial<Draft>) => setDraft((known) => ({ ...known, ...part })),
    save: () => void run(() => save()),
    saveAs: (isDraft: boolean) => void run(() => save(isDraft)),
    restore: () => void run(restore),
  }
}
