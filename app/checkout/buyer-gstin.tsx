import { useState } from 'react'

import { textIn } from '#app/api/form-result.ts'
import { TextField } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/errors.ts'
import { gstinFault } from '#contract/gstin.ts'
import { codeTyped } from '#contract/typed-text.ts'

/** The GSTIN in a form, in capitals and without spaces; undefined where there is none. */
export const readBuyerGstin = (form: FormData): string | undefined =>
  codeTyped(textIn(form, 'buyerGstin')).toUpperCase() || undefined

export function buyerGstinFaults(form: FormData): FieldErrors {
  const gstin = readBuyerGstin(form)
  const fault = gstin && gstinFault(gstin)
  return fault ? { buyerGstin: fault } : {}
}

/** The optional field for the GSTIN of a business. It is closed until it is opened or holds a wrong number. */
export function BuyerGstin({ error }: { error: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details open={isOpen || error !== undefined} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-2.5 font-semibold">Buying for a business</summary>
      <TextField
        className="mt-1"
        label="GSTIN (optional)"
        name="buyerGstin"
        hint="It is printed on the tax invoice."
        // Room for spaces.
        maxLength={30}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={error}
      />
    </details>
  )
}
