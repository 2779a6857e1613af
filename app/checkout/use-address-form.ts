import { useState, type SubmitEvent } from 'react'

import { textIn } from '#app/api/form-result.ts'
import { focusFirstError } from '#app/ui/take-focus.ts'
import { toastError } from '#app/ui/toast.tsx'
import { ADDRESS_FIELDS } from '#contract/schemas/address-form-fields.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import type { Address } from '#contract/schemas/address.ts'
import { trimTyped } from '#contract/schemas/typed-text.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** The trimmed address of a form, and an error for each empty field. */
export function readAddress(form: FormData): { address: Address; missing: FieldErrors } {
  const fields = ADDRESS_FIELDS.map(({ name, label }) => ({ name, label, value: trimTyped(textIn(form, name)) }))
  const empty = fields.filter(({ value }) => !value)
  return {
    address: Object.fromEntries(fields.map(({ name, value }) => [name, value])) as Address,
    missing: Object.fromEntries(empty.map(({ name, label }) => [name, `${label} is missing.`])),
  }
}

/**
 * The submit handler of an address form, and its errors. Empty fields are marked; a complete address goes to
 * `onAddress`. `faultsOf` names what is wrong with the form's other fields.
 */
export function useAddressForm(
  onAddress: (address: Address, fields: FormData) => void,
  faultsOf?: (fields: FormData) => FieldErrors,
) {
  const [errors, setErrors] = useState<FieldErrors>({})
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const { address, missing } = readAddress(fields)
    const faults = faultsOf?.(fields)
    setErrors({ ...missing, ...faults })
    const isComplete = Object.keys(missing).length === 0
    const [fault] = Object.values(faults ?? {})
    if (isComplete && fault === undefined) return onAddress(address, fields)
    toastError(isComplete && fault !== undefined ? fault : WORDINGS.checkout.missingAddress)
    focusFirstError(form)
  }
  return { errors, clearErrors: () => setErrors({}), submit }
}
