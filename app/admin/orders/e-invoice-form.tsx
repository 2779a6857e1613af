import { useState, type SubmitEvent } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { textIn } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { fieldErrorsOf } from '#contract/words/error-message.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** Asks for what the e-invoice portal answered for a document. Without it the paper is no invoice. */
export function EInvoiceForm({ documentId, number, onEnter }: { documentId: string; number: string; onEnter(): void }) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const { isBusy, run } = useTask()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void run(async () => {
      try {
        const eInvoice = { irn: textIn(form, 'irn'), qrText: textIn(form, 'qrText') }
        toastSuccess((await browserApi.enterEInvoice(documentId, eInvoice)).message)
        onEnter()
      } catch (error) {
        setErrors(fieldErrorsOf(error))
        toastFailure(error, WORDINGS.fallback)
      }
    })
  }
  return (
    <section aria-label={`IRN of ${number}`} className="mt-1">
      <p className="py-2 font-semibold">{`${number} needs an IRN`}</p>
      <p className="text-muted">
        Your turnover is above ₹5 crore and a business buys: register it at the e-invoice portal and enter its answer
        here. Without it this is no invoice (rule 48).
      </p>
      <form className="mt-3 grid gap-3" noValidate onSubmit={submit}>
        <TextField label="IRN" name="irn" maxLength={80} autoComplete="off" spellCheck={false} error={errors.irn} />
        <TextField
          label="Text of the signed QR code"
          name="qrText"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          error={errors.qrText}
        />
        <Button type="submit" variant="outline" isPending={isBusy}>
          Save IRN
        </Button>
      </form>
    </section>
  )
}
