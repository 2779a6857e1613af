import { CallForm } from '#app/admin/list/call-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import { MAX_OLD_PATH } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import type { OldAddress } from '#contract/catalogue/old-addresses/old-addresses.ts'

const FIELDS: readonly FormField[] = [
  {
    name: 'path',
    label: 'Old address',
    hint: 'Such as /products/jodhpur-kurta; of a whole address the path counts',
    maxLength: MAX_OLD_PATH,
    autoComplete: 'off',
    required: true,
  },
  {
    name: 'newPath',
    label: 'Leads to',
    hint: 'A page of this shop, such as /categories/kurtas',
    maxLength: MAX_OLD_PATH,
    autoComplete: 'off',
    required: true,
  },
]

interface OldAddressFormProps {
  /** The one that is changed; a new one unless given. */
  edited: OldAddress | undefined
  onClose(): void
}

/** Adds an old address, or changes one. */
export function OldAddressForm({ edited, onClose }: OldAddressFormProps) {
  return (
    <CallForm
      key={edited?._id}
      act={edited ? 'change' : 'add'}
      {...(edited && { id: edited._id })}
      className="card my-6 grid gap-4 p-6"
      aria-label={edited ? 'Change an old address' : 'Add an old address'}
      onDone={onClose}
      waitsForList
    >
      {({ failure, isBusy }) => (
        <>
          <ErrorSummary failure={failure} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <FormFields fields={FIELDS} values={edited} errors={failure?.fields} />
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isBusy}>
              {edited ? 'Save' : 'Add'}
            </Button>
            {edited && (
              <Button variant="outline" onClick={onClose}>
                Cancel
              </Button>
            )}
          </div>
        </>
      )}
    </CallForm>
  )
}
