import { CheckField } from '#app/ui/field.tsx'

interface Named {
  _id: string
  name: string
}

interface CategoryBoxesProps {
  hint: string
  chosen: readonly Named[] | undefined
  categories: readonly Named[]
  error: string | undefined
}

/** The categories of the shop to choose from, as `categories` in the form. */
export function CategoryBoxes({ hint, chosen = [], categories, error }: CategoryBoxesProps) {
  // A category that no longer exists is shown as long as it is chosen, so that it can be taken out.
  const former = chosen.filter(({ _id }) => !categories.some((category) => category._id === _id))
  return (
    <fieldset aria-describedby="categories-hint">
      <legend className="field-label mb-1">Categories</legend>
      <p id="categories-hint" className="field-hint mb-2">
        {hint}
      </p>
      <div className="flex flex-wrap gap-x-6 wrap-anywhere">
        {[...categories, ...former].map(({ _id, name }) => (
          <CheckField
            key={_id}
            label={name}
            name="categories"
            value={_id}
            defaultChecked={chosen.some((category) => category._id === _id)}
          />
        ))}
      </div>
      {error !== undefined && <p className="field-error mt-1">{error}</p>}
    </fieldset>
  )
}
