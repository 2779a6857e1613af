import { useState } from 'react'

import { textIn } from '#app/api/form-result.ts'
import { TextField } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'
import { buyerGstinFault, MISSING_FIRM, taxNumberTyped } from '#contract/tax/gstin.ts'
import { trimTyped } from '#contract/schemas/typed-text.ts'

/** A business that buys, for the tax invoice. */
export interface Business {
  gstin: string
  firm: string
}

/** The GSTIN in a form, in capitals and without spaces; undefined where there is none. */
const readBuyerGstin = (form: FormData): string | undefined => taxNumberTyped(textIn(form, 'buyerGstin')) || undefined

const readBuyerFirm = (form: FormData) => trimTyped(textIn(form, 'buyerFirm'))

/** The business in a form, if it has a GSTIN. */
export function readBusiness(form: FormData): Business | undefined {
  const gstin = readBuyerGstin(form)
  return gstin === undefined ? undefined : { gstin, firm: readBuyerFirm(form) }
}

export function buyerGstinFaults(form: FormData): FieldErrors {
  const gstin = readBuyerGstin(form)
  const fault = gstin && buyerGstinFault(gstin)
  if (fault) return { buyerGstin: fault }
  return gstin && readBuyerFirm(form) === '' ? { buyerFirm: MISSING_FIRM } : {}
}

/**
 * The optional fields for the GSTIN and the name of a business. They are closed until they are opened or one of them is
 * at fault.
 */
export function BuyerGstin({ errors }: { errors: FieldErrors }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      open={isOpen || errors.buyerGstin !== undefined || errors.buyerFirm !== undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
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
        error={errors.buyerGstin}
      />
      <TextField
        className="mt-3"
        label="Name of the business"
        name="buyerFirm"
        hint="With a GSTIN, as it is registered: the invoice is made out to it."
        maxLength={200}
        autoComplete="organization"
        error={errors.buyerFirm}
      />
    </details>
  )
}
