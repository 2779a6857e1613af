import { CallForm } from '#app/admin/list/call-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { StaffReturn } from '#contract/returns/returns.ts'

/** Says for the customer where the money of a return goes. */
export function RefundToForm({ row: { _id, refund }, isCash }: { row: StaffReturn; isCash: boolean }) {
  return (
    <CallForm act="refund-to" id={_id} className="mt-3 grid gap-3" aria-label="Where the money goes">
      {({ failure, isBusy }) => (
        <>
          <ErrorSummary failure={failure} />
          <SelectField label="How the customer gets it" name="refundWay" defaultValue={refund?.way}>
            {isCash ? (
              <option value="by hand">To a UPI id or a bank account</option>
            ) : (
              <option value="source">To the card or account that was paid with</option>
            )}
            <option value="store credit">As store credit</option>
          </SelectField>
          {isCash && (
            <>
              <TextField
                label="UPI id"
                name="upi"
                maxLength={256}
                autoComplete="off"
                error={failure?.fields?.['refundTo']}
              />
              <TextField label="Or the name of the account" name="name" maxLength={120} autoComplete="off" />
              <TextField
                label="Account number"
                name="account"
                inputMode="numeric"
                maxLength={40}
                autoComplete="off"
                error={failure?.fields?.['refundTo.account']}
              />
              <TextField label="IFSC" name="ifsc" maxLength={20} autoComplete="off" />
            </>
          )}
          <Button type="submit" variant="outline" isPending={isBusy} className="justify-self-start">
            Save
          </Button>
        </>
      )}
    </CallForm>
  )
}
