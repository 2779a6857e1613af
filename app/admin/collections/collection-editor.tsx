import { useEffect, useRef, useState } from 'react'

import { draftOf, type Choices, type CollectionDraft } from '#app/admin/collections/collection-draft.ts'
import { CollectionFacts } from '#app/admin/collections/collection-facts.tsx'
import { CollectionProducts } from '#app/admin/collections/collection-products.tsx'
import { CollectionPreviewPanel, countInWords, usePreview } from '#app/admin/collections/collection-preview.tsx'
import { useCollectionCalls } from '#app/admin/collections/use-collection-calls.ts'
import { useUnsavedChangesWarning } from '#app/admin/shell/use-unsaved-changes-warning.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { collectionPath } from '#contract/catalogue/collections/collection-path.ts'
import type { EditedCollection } from '#contract/catalogue/collections/collections.ts'

interface CollectionEditorProps {
  first: EditedCollection
  choices: Choices
}

/** What the bar says of what is typed. A new collection is not saved before it is created. */
function savedInWords({ isSaved, isNew }: { isSaved: boolean; isNew: boolean }): string {
  if (!isSaved) return ' There are changes that are not saved.'
  return isNew ? '' : ' Everything is saved.'
}

/** A collection with what it takes from the products on sale. What is typed stays until it is saved. */
export function CollectionEditor({ first, choices }: CollectionEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(first))
  const [saved, setSaved] = useState(draft)
  const put = (change: Partial<CollectionDraft>) => setDraft((now) => ({ ...now, ...change }))
  const hasChanges = useRef(false)
  const { failure, isBusy, save } = useCollectionCalls(first, (collection) => {
    const kept = draftOf(collection)
    hasChanges.current = false
    setSaved(kept)
    setDraft(kept)
  })
  useEffect(() => {
    hasChanges.current = draft !== saved
  })
  useUnsavedChangesWarning(() => hasChanges.current)
  const shown = usePreview(draft)
  const errors = failure?.fields ?? {}
  return (
    <form
      noValidate
      className="mt-6 grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[3fr_2fr]"
      onSubmit={(event) => {
        event.preventDefault()
        save(draft)
      }}
    >
      <fieldset disabled={isBusy} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
        <ErrorSummary failure={failure} />
        <CollectionFacts draft={draft} put={put} errors={errors} />
        <CollectionProducts draft={draft} put={put} choices={choices} errors={errors} />
        <div className="save-bar items-center">
          <p role="status" className="w-full text-sm text-muted">
            <span>{countInWords(shown)}</span>
            <span>{savedInWords({ isSaved: draft === saved, isNew: first._id === '' })}</span>
          </p>
          <Button type="submit" isPending={isBusy}>
            {first._id === '' ? 'Create collection' : 'Save collection'}
          </Button>
          {first._id !== '' && !saved.isHidden && (
            <ButtonLink to={collectionPath(saved.slug)} variant="outline">
              See it in the shop
            </ButtonLink>
          )}
        </div>
      </fieldset>
      <CollectionPreviewPanel shown={shown} />
    </form>
  )
}
