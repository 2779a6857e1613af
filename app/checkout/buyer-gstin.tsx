import { useState } from 'react'

import { textIn } from '#app/api/form-result.ts'
import { TextField } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/errors.ts'
import { buyerGstinFault } from '#contract/schemas/gstin.ts'
import { codeTyped } from '#contract/schemas/typed-text.ts'

/** A business that buys, for the tax invoice. */
export interface Business {
  gstin: string
  firm: string
}

/** The GSTIN in a form, in capitals and without spaces; undefined where there is none. */
const readBuyerGstin = (form: FormData): string | undefined =>
  codeTyped(textIn(form, 'buyerGstin')).toUpperCase() || undefined

/** The business in a form, if it has a GSTIN. */
export function readBusiness(form: FormData): Business | undefined {
  const gstin = readBuyerGstin(form)
  return gstin === undefined ? undefined : { gstin, firm: textIn(form, 'buyerFirm').trim() }
}

export function buyerGstinFaults(form: FormData): FieldErrors {
  const gstin = readBuyerGstin(form)
  const fault = gstin && buyerGstinFault(gstin)
  return fault ? { buyerGstin: fault } : {}
}

/** The optional fields for the GSTIN and the name of a business. They are closed until they are opened or hold a wrong number. */
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
      <TextField
        className="mt-3"
        label="Name of the business (optional)"
        name="buyerFirm"
        hint="As it is registered: the invoice is made out to it."
        maxLength={200}
        autoComplete="organization"
      />
    </details>
  )
}
