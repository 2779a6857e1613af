import { useState, type SubmitEvent } from 'react'

import { textIn } from '#app/api/form-result.ts'
import { TextField } from '#app/ui/field.tsx'
import { focusFirstError } from '#app/ui/focus-first-error.ts'
import { toastError } from '#app/ui/toast.tsx'
import { ADDRESS_FIELDS } from '#contract/address-form-fields.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Address } from '#contract/address.ts'
import { WORDINGS } from '#contract/wordings.ts'

/** The trimmed address of a form, and an error for each empty field. */
export function readAddress(form: FormData): { address: Address; missing: FieldErrors } {
  const fields = ADDRESS_FIELDS.map(({ name, label }) => ({ name, label, value: textIn(form, name).trim() }))
  const empty = fields.filter(({ value }) => !value)
  return {
    address: Object.fromEntries(fields.map(({ name, value }) => [name, value])) as Address,
    missing: Object.fromEntries(empty.map(({ name, label }) => [name, `${label} is missing.`])),
  }
}

/** The submit handler of an address form, and its errors. Empty fields are marked; a complete address goes to `onAddress`. */
export function useAddressForm(onAddress: (address: Address) => void) {
  const [errors, setErrors] = useState<FieldErrors>({})
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { address, missing } = readAddress(new FormData(form))
    setErrors(missing)
    if (Object.keys(missing).length === 0) return onAddress(address)
    toastError(WORDINGS.checkout.missingAddress)
    focusFirstError(form)
  }
  return { errors, clearErrors: () => setErrors({}), submit }
}

const INPUT_MODES = { phone: 'tel', pincode: 'numeric' } as const

/** The six fields of an address. They are not `required`, because the browser's check would hide the shop's own message. */
export function AddressFields({ address, errors }: { address: Address | undefined; errors: FieldErrors }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {ADDRESS_FIELDS.map(({ name, label, autoComplete }) => (
        <TextField
          key={name}
          className={name === 'street' ? 'sm:col-span-2' : undefined}
          label={label}
          name={name}
          type={name === 'phone' ? 'tel' : 'text'}
          inputMode={name === 'phone' || name === 'pincode' ? INPUT_MODES[name] : 'text'}
          autoComplete={`shipping ${autoComplete}`}
          aria-required="true"
          maxLength={300}
          defaultValue={address?.[name]}
          error={errors[name]}
        />
      ))}
    </div>
  )
}
