import { fieldPropsOf, type FormResult } from '#app/api/form-result.ts'
import { TextField } from '#app/ui/field.tsx'

/** Where the money goes of an order that was paid at the door: a UPI id, or a bank account. */
export function RefundToFields({ result }: { result: FormResult | undefined }) {
  const field = fieldPropsOf(result)
  const { name, account, ifsc } = result?.values ?? {}
  return (
    <>
      <TextField label="UPI id" hint="Such as name@bank" autoComplete="off" maxLength={256} {...field('refundTo')} />
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
  )
}
