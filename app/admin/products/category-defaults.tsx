import { useState, type SubmitEvent } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { textIn } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminCategory } from '#contract/catalogue/admin-catalogue.ts'
import { fieldErrorsOf, messageOf } from '#contract/wordings/error-message.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { hsnOf } from '#contract/tax/gst-rules.ts'
import { DEFAULTED_NAMES, fieldOf, type DetailDefaults } from '#contract/catalogue/product-fields.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

function defaultsIn(form: FormData): DetailDefaults {
  const written = DEFAULTED_NAMES.map((name) => [name, textIn(form, name).trim()] as const)
  return Object.fromEntries(written.filter(([, value]) => value !== ''))
}

/** The details that a category's products have unless they have their own. */
export function CategoryDefaults({
  category,
  onSaved,
}: {
  category: AdminCategory
  onSaved(one: AdminCategory): void
}) {
  const { isBusy, run } = useTask()
  const [errors, setErrors] = useState<FieldErrors>({})
  const count = Object.values(category.defaults).filter(Boolean).length

  async function save(defaults: DetailDefaults) {
    setErrors({})
    try {
      const answer = await browserApi.changeCategoryDefaults({ _id: category._id, defaults })
      toastSuccess(answer.message)
      onSaved(answer.category)
    } catch (failure) {
      setErrors(fieldErrorsOf(failure))
      toastError(messageOf(failure, WORDINGS.fallback))
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const defaults = defaultsIn(new FormData(event.currentTarget))
    void run(() => save(defaults))
  }

  return (
    <details className="mt-2">
      <summary className="min-h-11 content-center text-sm">
        Details of its products{' '}
        <span className="text-muted">{`(${count === 0 ? 'none yet' : `${count} filled in`})`}</span>
      </summary>
      <p className="mb-4 text-sm text-muted">A product takes them wherever its own field is empty.</p>
      <form onSubmit={submit} aria-label={`Details of ${category.name}`}>
        <fieldset disabled={isBusy} className="grid gap-4">
          {DEFAULTED_NAMES.map((name) => {
            const { label, hint, max, rows, inputMode } = fieldOf(name)
            const control = {
              label,
              hint,
              name,
              maxLength: max,
              autoComplete: 'off',
              defaultValue: category.defaults[name] ?? '',
              placeholder: name === 'hsn' ? hsnOf(null, category.name) : undefined,
              error: errors[`defaults.${name}`],
            }
            return rows === undefined ? (
              <TextField key={name} {...control} inputMode={inputMode} />
            ) : (
              <TextAreaField key={name} {...control} rows={rows} />
            )
          })}
          <Button type="submit" variant="outline" isPending={isBusy} className="justify-self-start">
            Save details
          </Button>
        </fieldset>
      </form>
    </details>
  )
}
