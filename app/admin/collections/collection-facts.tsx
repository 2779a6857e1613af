import type { CollectionDraft } from '#app/admin/collections/collection-draft.ts'
import { addPagePicture } from '#app/admin/pages/add-page-picture.ts'
import { PictureField } from '#app/admin/shell/picture-field.tsx'
import { CheckField, TextAreaField, TextField } from '#app/ui/field.tsx'
import {
  MAX_COLLECTION_SLUG,
  MAX_COLLECTION_TEXT,
  MAX_COLLECTION_TITLE,
} from '#contract/catalogue/collections/collection-limits.ts'
import type { FieldErrors } from '#contract/api/errors.ts'

interface CollectionFactsProps {
  draft: CollectionDraft
  put(change: Partial<CollectionDraft>): void
  errors: FieldErrors
}

interface TextRow {
  name: 'title' | 'slug' | 'text'
  label: string
  maxLength: number
  prefix?: string
  hint?: string
  rows?: number
}

const TEXTS: readonly TextRow[] = [
  { name: 'title', label: 'Title', maxLength: MAX_COLLECTION_TITLE },
  {
    name: 'slug',
    label: 'Address',
    prefix: '/collections/',
    maxLength: MAX_COLLECTION_SLUG,
    hint: 'Empty: it follows from the title. The address before a change leads to the new one.',
  },
  {
    name: 'text',
    label: 'Text',
    rows: 4,
    maxLength: MAX_COLLECTION_TEXT,
    hint: 'Stands above the products. Search engines show the beginning of it.',
  },
]

/** What is said of a collection. */
export function CollectionFacts({ draft, put, errors }: CollectionFactsProps) {
  return (
    <section className="card grid gap-5 p-6" aria-labelledby="collection-facts">
      <h2 id="collection-facts" className="heading heading-3">
        The collection
      </h2>
      {TEXTS.map(({ name, rows, prefix, ...words }) => {
        const control = { ...words, name, error: errors[name], value: draft[name], autoComplete: 'off' }
        return rows === undefined ? (
          <TextField
            key={name}
            {...control}
            prefix={prefix}
            onChange={(event) => put({ [name]: event.currentTarget.value })}
          />
        ) : (
          <TextAreaField
            key={name}
            {...control}
            rows={rows}
            onChange={(event) => put({ [name]: event.currentTarget.value })}
          />
        )
      })}
      <PictureField
        name="picture"
        label="Picture"
        hint="Stands beside the text. Wider than high looks best."
        error={errors.picture}
        value={draft.picture}
        onChoose={(file) => addPagePicture(file, (picture) => put({ picture }))}
      />
      {draft.picture && (
        <TextField
          name="pictureWords"
          label="What the picture shows"
          hint="For who cannot see it."
          maxLength={200}
          autoComplete="off"
          error={errors.pictureWords}
          value={draft.pictureWords}
          onChange={(event) => put({ pictureWords: event.currentTarget.value })}
        />
      )}
      <CheckField
        label="Hidden: shoppers do not see it"
        name="isHidden"
        checked={draft.isHidden}
        onChange={(event) => put({ isHidden: event.currentTarget.checked })}
      />
    </section>
  )
}
