import { fieldPropsOf, type FormResult } from '#app/api/form-result.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { ReturnRefund } from '#contract/returns/returns.ts'

interface RefundToFieldsProps {
  /** The order was paid at the door, so money goes to an account. */
  isCash: boolean
  /** What was chosen before. */
  way?: ReturnRefund['way']
  result: FormResult | undefined
}

/** How the money of a return comes: to its source or to an account, or as store credit. */
export function RefundToFields({ isCash, way, result }: RefundToFieldsProps) {
  const field = fieldPropsOf(result)
  const { name, account, ifsc } = result?.values ?? {}
  const chosen = field('refundWay')
  return (
    <>
      <SelectField label="How you get your money" {...chosen} defaultValue={chosen.defaultValue ?? way}>
        {isCash ? (
          <option value="by hand">To a UPI id or a bank account</option>
        ) : (
          <option value="source">Back to the card or account that you paid with</option>
        )}
        <option value="store credit">As store credit, for your next order</option>
      </SelectField>
      {isCash && (
        <>
          <TextField
            label="UPI id"
            hint="Such as name@bank. You can also say it later."
            autoComplete="off"
            maxLength={256}
            {...field('refundTo')}
          />
          <details open={[name, account, ifsc].some(Boolean)}>
            <summary className="min-h-11 content-center text-sm font-semibold">Or a bank account</summary>
            <div className="mt-3 grid gap-4">
              <TextField label="Name of the account" autoComplete="off" maxLength={120} {...field('name')} />
              <TextField
                label="Account number"
                inputMode="numeric"
                autoComplete="off"
                maxLength={40}
                {...field('account')}
              />
              <TextField label="IFSC" hint="Such as HDFC0001234" autoComplete="off" maxLength={20} {...field('ifsc')} />
            </div>
          </details>
        </>
      )}
    </>
  )
}
