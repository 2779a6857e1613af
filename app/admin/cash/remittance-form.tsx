import { CallForm } from '#app/admin/list/call-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import { MAX_REMITTANCE_REFERENCE } from '#contract/orders/remittance-limits.ts'

const FIELDS: readonly FormField[] = [
  { name: 'trackingNumber', label: 'Tracking number', maxLength: 100, autoComplete: 'off', required: true },
  {
    name: 'amount',
    label: 'Amount paid out, in rupees',
    maxLength: 40,
    inputMode: 'decimal',
    autoComplete: 'off',
    required: true,
  },
  {
    name: 'reference',
    label: 'Bank reference',
    hint: 'With it the same payment is noted once, by hand and by a sheet.',
    maxLength: MAX_REMITTANCE_REFERENCE,
    autoComplete: 'off',
  },
]

interface RemittanceFormProps {
  /** Empties the fields. */
  onDone(): void
}

/** Notes what a courier has paid out for one parcel. */
export function RemittanceForm({ onDone }: RemittanceFormProps) {
  return (
    <CallForm act="remit" className="card mt-4 grid max-w-2xl gap-4 p-6" aria-label="One parcel" onDone={onDone}>
      {({ failure, isBusy }) => (
        <>
          <ErrorSummary failure={failure} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <FormFields fields={FIELDS} values={undefined} errors={failure?.fields} />
          </div>
          <div>
            <Button type="submit" isPending={isBusy}>
              Note it
            </Button>
          </div>
        </>
      )}
    </CallForm>
  )
}
