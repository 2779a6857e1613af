import { Form, useNavigation, useSubmit } from 'react-router'

import type { FormResult } from '#app/api/form-result.ts'
import { AddressFields } from '#app/checkout/address-fields.tsx'
import { useAddressForm } from '#app/checkout/use-address-form.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { CheckField } from '#app/ui/field.tsx'
import type { StaffOrder } from '#contract/orders/orders.ts'

interface AddressChangeFormProps {
  order: StaffOrder
  /** What came of this form. */
  result: FormResult | undefined
}

/** Sends an order to another address. That the shop pays what its delivery costs more is asked where it does. */
export function AddressChangeForm({ order, result }: AddressChangeFormProps) {
  const isPending = useNavigation().formMethod === 'POST'
  const send = useSubmit()
  const { errors, submit } = useAddressForm((_address, fields) => void send(fields, { method: 'post' }))
  const { values, failure } = result ?? {}
  const asksFee = failure?.fields?.['bearsFee'] !== undefined || values?.['bearsFee'] !== undefined
  return (
    <Form method="post" noValidate onSubmit={submit} className="card grid gap-5 p-5 sm:p-6" aria-label="Address">
      <ErrorSummary failure={failure} />
      <AddressFields address={values ?? order.address ?? undefined} errors={{ ...failure?.fields, ...errors }} />
      {asksFee && (
        <CheckField
          name="bearsFee"
          label="The shop pays what this delivery costs more"
          defaultChecked={values?.['bearsFee'] !== undefined}
        />
      )}
      <div>
        <Button type="submit" isPending={isPending} pendingText="Saving...">
          Save address
        </Button>
      </div>
    </Form>
  )
}
