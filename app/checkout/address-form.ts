import { textIn } from '#app/api/form-result.ts'
import { ADDRESS_FIELDS } from '#contract/address-fields.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Address } from '#contract/orders.ts'

/** The trimmed address of a form, and an error for each empty field. */
export function readAddress(form: FormData): { address: Address; missing: FieldErrors } {
  const fields = ADDRESS_FIELDS.map(({ name, label }) => ({ name, label, value: textIn(form, name).trim() }))
  const empty = fields.filter(({ value }) => !value)
  return {
    address: Object.fromEntries(fields.map(({ name, value }) => [name, value])) as Address,
    missing: Object.fromEntries(empty.map(({ name, label }) => [name, `${label} is missing.`])),
  }
}
