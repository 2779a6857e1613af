import { CallForm } from '#app/admin/list/call-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import type { AdminCategory } from '#contract/catalogue/admin-categories.ts'
import { DEFAULTED_NAMES, fieldOf } from '#contract/catalogue/product-fields.ts'
import { hsnOf } from '#contract/tax/gst-rules.ts'

/** The details that a category's products have unless they have their own. */
export function CategoryDetails({ category: { _id, name, defaults } }: { category: AdminCategory }) {
  const count = Object.values(defaults).filter(Boolean).length
  return (
    <details className="mt-2">
      <summary className="min-h-11 content-center text-sm">
        Details of its products{' '}
        <span className="text-muted">{`(${count === 0 ? 'none yet' : `${count} filled in`})`}</span>
      </summary>
      <p className="mb-4 text-sm text-muted">A product takes them wherever its own field is empty.</p>
      <CallForm act="details" id={_id} aria-label={`Details of ${name}`}>
        {({ failure, isBusy }) => (
          <fieldset disabled={isBusy} className="grid gap-4">
            {DEFAULTED_NAMES.map((field) => {
              const { label, hint, max, rows, inputMode } = fieldOf(field)
              const control = {
                label,
                hint,
                name: field,
                maxLength: max,
                autoComplete: 'off',
                defaultValue: defaults[field] ?? '',
                placeholder: field === 'hsn' ? hsnOf(null, name) : undefined,
                error: failure?.fields?.[`defaults.${field}`],
              }
              return rows === undefined ? (
                <TextField key={field} {...control} inputMode={inputMode} />
              ) : (
                <TextAreaField key={field} {...control} rows={rows} />
              )
            })}
            <Button type="submit" variant="outline" isPending={isBusy} className="justify-self-start">
              Save details
            </Button>
          </fieldset>
        )}
      </CallForm>
    </details>
  )
}
