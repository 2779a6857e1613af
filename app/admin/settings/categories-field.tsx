import { useId, useState } from 'react'

import { useCategories } from '#app/admin/settings/use-categories.ts'
import { CheckField } from '#app/ui/field.tsx'
import { idsIn } from '#contract/settings/setting-ids.ts'
import type { ShownSetting } from '#contract/settings/setting-calls.ts'

interface CategoriesFieldProps {
  setting: ShownSetting
  error: string | undefined
}

/** Categories to choose from. The form gets their ids, and until they are loaded what is saved. */
export function CategoriesField({ setting: { name, label, hint, value }, error }: CategoriesFieldProps) {
  const id = useId()
  const categories = useCategories()
  const [chosen, setChosen] = useState(() => idsIn(String(value)))
  const choose = (categoryId: string, isChosen: boolean) =>
    setChosen((known) => [...known.filter((one) => one !== categoryId), ...(isChosen ? [categoryId] : [])].toSorted())
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className="field-label">
        {label}
      </p>
      <input type="hidden" name={name} value={chosen.join(' ')} />
      <div className="flex flex-wrap gap-x-6">
        {categories?.map(({ _id, name: category }) => (
          <CheckField
            key={_id}
            name={`${name} ${_id}`}
            label={category}
            checked={chosen.includes(_id)}
            onChange={(event) => choose(_id, event.target.checked)}
          />
        ))}
      </div>
      <p id={`${id}-hint`} className={error ? 'field-error' : 'field-hint'}>
        {error ?? hint}
      </p>
    </div>
  )
}
