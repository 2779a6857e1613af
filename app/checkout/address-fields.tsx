import { textIn } from '#app/api/form-result.ts'
import { TextField } from '#app/ui/field.tsx'
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
