import { useEffect, useRef, useState } from 'react'

import { ChosenProducts } from '#app/admin/collections/chosen-products.tsx'
import { draftOf, type Choices, type CollectionDraft } from '#app/admin/collections/collection-draft.ts'
import { CollectionFacts } from '#app/admin/collections/collection-facts.tsx'
import { CollectionPreviewPanel, countInWords, usePreview } from '#app/admin/collections/collection-preview.tsx'
import { RuleFields } from '#app/admin/collections/rule-fields.tsx'
import { useCollectionCalls } from '#app/admin/collections/use-collection-calls.ts'
import { useUnsavedChangesWarning } from '#app/admin/shell/use-unsaved-changes-warning.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { COLLECTION_ORDERS, collectionPath, type CollectionOrder } from '#contract/catalogue/collection-limits.ts'
import type { EditedCollection } from '#contract/catalogue/collections.ts'

const WAYS = [
  { value: 'rule', label: 'By rule' },
  { value: 'hand', label: 'By hand' },
]

const ORDER_LABELS: Record<CollectionOrder, string> = {
  'by hand': 'By hand: the chosen ones, then the newest',
  newest: 'Newest first',
  'best-sold': 'Best sold first',
  discount: 'Highest discount first',
  name: 'By name',
  'price-asc': 'Lowest price first',
  'price-desc': 'Highest price first',
}

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
  const { isByRule, rule, products, order } = draft
  return (
    <form
      noValidate
      className="mt-6 grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[3fr_2fr]"
      onSubmit={(event) => {
        event.preventDefault()
        save(draft)
      }}
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
        <ErrorSummary failure={failure} />
        <CollectionFacts draft={draft} put={put} errors={errors} />
        <section className="card grid gap-6 p-6" aria-labelledby="collection-products">
          <h2 id="collection-products" className="heading heading-3">
            Its products
          </h2>
          <ChoiceTiles
            legend="How they are chosen"
            name="way"
            choices={WAYS}
            value={isByRule ? 'rule' : 'hand'}
            onChange={(way) =>
              put(way === 'hand' ? { isByRule: false, order: 'by hand' } : { isByRule: true, order: 'newest' })
            }
          />
          {isByRule && (
            <RuleFields rule={rule} choices={choices} errors={errors} onChange={(to) => put({ rule: to })} />
          )}
          <SelectField
            label="Order"
            name="order"
            error={errors.order}
            value={order}
            onChange={({ currentTarget: { value } }) =>
              put({ order: COLLECTION_ORDERS.find((one) => one === value) ?? 'newest' })
            }
          >
            {COLLECTION_ORDERS.map((one) => (
              <option key={one} value={one}>
                {ORDER_LABELS[one]}
              </option>
            ))}
          </SelectField>
          {(!isByRule || order === 'by hand') && (
            <ChosenProducts
              label={isByRule ? 'Products that come first' : 'Chosen products'}
              error={errors.products}
              value={products}
              onChange={(to) => put({ products: to })}
            />
          )}
        </section>
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
      </div>
      <CollectionPreviewPanel shown={shown} />
    </form>
  )
}
