import { textIn } from '#app/api/form-result.ts'
import { ADDRESS_FIELDS } from '#contract/address-fields.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Address } from '#contract/orders.ts'

/** The address in a form, trimmed, and a sentence for each of the six fields that is empty. */
export function readAddress(form: FormData): { address: Address; missing: FieldErrors } {
  const entries = ADDRESS_FIELDS.map(({ name }) => [name, textIn(form, name).trim()] as const)
  const empty = ADDRESS_FIELDS.filter(({ name }) => !textIn(form, name).trim())
  return {
    address: Object.fromEntries(entries) as Address,
    missing: Object.fromEntries(empty.map(({ name, label }) => [name, `${label} is missing.`])),
  }
}
