import type { DraftState } from '#app/admin/pages/use-draft.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'
import {
  MAX_PAGE_DESCRIPTION,
  MAX_PAGE_TITLE,
  MAX_SLUG,
  PAGE_PLACES,
  type PagePlace,
} from '#contract/pages-of-blocks/page-limits.ts'

const PLACE_LABELS: Record<PagePlace, string> = {
  neither: 'Nowhere by itself',
  menu: 'In the menu',
  footer: 'In the footer',
  both: 'In the menu and the footer',
}

interface PageFactsProps {
  state: DraftState
  isSpecified: boolean
  errors: FieldErrors
}

/** What is said of a page as a whole. Home and about keep their address and their place. */
export function PageFacts({ state: { draft, put }, isSpecified, errors }: PageFactsProps) {
  const props = (name: 'title' | 'description' | 'slug') => ({
    name,
    error: errors[name],
    autoComplete: 'off',
    value: draft[name],
  })
  return (
    <section className="card grid gap-5 p-6" aria-labelledby="page-facts">
      <h2 id="page-facts" className="heading heading-3">
        The page
      </h2>
      <TextField
        {...props('title')}
        label="Title"
        maxLength={MAX_PAGE_TITLE}
        onChange={(event) => put({ title: event.currentTarget.value })}
      />
      <TextField
        {...props('description')}
        label="Description for search engines"
        maxLength={MAX_PAGE_DESCRIPTION}
        onChange={(event) => put({ description: event.currentTarget.value })}
      />
      {!isSpecified && (
        <>
          <TextField
            {...props('slug')}
            label="Address"
            prefix="/pages/"
            maxLength={MAX_SLUG}
            hint="It changes as soon as the draft is saved. Of a published page the address before it leads on."
            onChange={(event) => put({ slug: event.currentTarget.value })}
          />
          <SelectField
            name="place"
            label="Linked"
            error={errors.place}
            value={draft.place}
            onChange={({ currentTarget: { value } }) =>
              put({ place: PAGE_PLACES.find((place) => place === value) ?? 'neither' })
            }
          >
            {PAGE_PLACES.map((place) => (
              <option key={place} value={place}>
                {PLACE_LABELS[place]}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </section>
  )
}
