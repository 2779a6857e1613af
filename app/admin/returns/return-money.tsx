import { CallForm } from '#app/admin/list/call-form.tsx'
import { Facts } from '#app/admin/orders/detail-card.tsx'
import { RefundToForm } from '#app/admin/returns/refund-to-form.tsx'
import { openField, openPieces, refundField } from '#app/admin/returns/return-calls.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatLongDate } from '#app/ui/format-date.ts'
import { formatTotal, rupeesLeft } from '#contract/units/money.ts'
import type { ReturnDetail, ReturnRefund, StaffReturn } from '#contract/returns/returns.ts'

const STATUS_LABELS: Record<ReturnRefund['status'], string> = {
  'nothing due': 'Nothing is due',
  'refund due': 'Due',
  refunded: 'Given back',
}

const WAY_WORDS: Record<ReturnRefund['way'], string> = {
  source: 'To the card or account that was paid with',
  'by hand': 'You pay it and note its reference, because the order was paid at the door',
  'store credit': 'As store credit',
}

interface RefundFormProps {
  row: StaffReturn
  refund: ReturnRefund
  /** Asks how many pieces of each line; without it all that is due goes back. */
  isPart?: boolean
}

function RefundForm({ row, refund, isPart = false }: RefundFormProps) {
  const open = row.lines.filter((line) => openPieces(line) > 0)
  return (
    <CallForm
      act="refund"
      id={row._id}
      startsAnew
      className="grid gap-3"
      aria-label={isPart ? 'Refund a part' : 'Refund'}
    >
      {({ failure, isBusy }) => (
        <>
          <ErrorSummary failure={failure} />
          {isPart &&
            open.map((line) => (
              <div key={line._id}>
                <input type="hidden" name="id" value={line._id} />
                <input type="hidden" name={openField(line._id)} value={openPieces(line)} />
                <TextField
                  type="number"
                  name={refundField(line._id)}
                  label={`${line.product.name}${line.size === undefined ? '' : ` · ${line.size}`}`}
                  hint={`Of ${openPieces(line)} that are open`}
                  min={0}
                  max={openPieces(line)}
                  step={1}
                  inputMode="numeric"
                  required
                  defaultValue={0}
                />
              </div>
            ))}
          {refund.way === 'by hand' && (
            <TextField
              label="Reference of the payment"
              hint="The UTR of the transfer, for instance."
              name="reference"
              required
              maxLength={120}
              autoComplete="off"
              error={failure?.fields?.['reference']}
            />
          )}
          <Button
            type="submit"
            variant={isPart ? 'outline' : 'primary'}
            isPending={isBusy}
            className="justify-self-start"
          >
            {labelOf(refund, isPart)}
          </Button>
        </>
      )}
    </CallForm>
  )
}

const VERBS: Record<ReturnRefund['way'], string> = {
  source: 'Refund',
  'by hand': 'Note payment of',
  'store credit': 'Give as store credit:',
}

const inMoney = ({ due, dueCredit = 0 }: ReturnRefund) => rupeesLeft(due, dueCredit)

function labelOf(refund: ReturnRefund, isPart: boolean): string {
  const { way } = refund
  const verb = VERBS[way]
  return isPart ? `${verb} these pieces` : `${verb} ${formatTotal(inMoney(refund))}`
}

function RefundForms({ row, refund }: RefundFormProps) {
  if (!refund.isPayable) {
    return (
      <>
        <p className="notice mt-4">
          The customer has not said yet where the money goes. They are asked on their order, or tell you.
        </p>
        <RefundToForm row={row} isCash />
      </>
    )
  }
  const pieces = row.lines.reduce((sum, line) => sum + openPieces(line), 0)
  return (
    <div className="mt-4">
      <RefundForm row={row} refund={refund} />
      {pieces > 1 && (
        <details className="mt-4">
          <summary className="min-h-11 content-center text-sm">Only a part of the pieces</summary>
          <div className="mt-2">
            <RefundForm row={row} refund={refund} isPart />
          </div>
        </details>
      )}
      <details className="mt-4">
        <summary className="min-h-11 content-center text-sm">Another way for the money</summary>
        <RefundToForm row={row} isCash={refund.takesAccount} />
      </details>
    </div>
  )
}

interface ReturnMoneyProps extends Pick<ReturnDetail, 'refundTo'> {
  row: StaffReturn
  refund: ReturnRefund
}

/** What is due and what went back, and for who may refund the forms that give it back, wherever the pieces are. */
export function ReturnMoney({ row, refund, refundTo }: ReturnMoneyProps) {
  const mayRefund = useMayDo()('cancelling')
  const { status, due, dueBy, refunded, way } = refund
  const account = refundTo ? Object.values(refundTo).filter(Boolean) : []
  return (
    <>
      <Facts
        facts={[
          ['State', STATUS_LABELS[status]],
          ...(due > 0 ? [['To give back', <strong key="due">{formatTotal(due)}</strong>] as const] : []),
          ...(refund.dueCredit === undefined
            ? []
            : [
                ['By you', formatTotal(inMoney(refund))] as const,
                ['By itself', `${formatTotal(refund.dueCredit)} of store credit`] as const,
              ]),
          ...(dueBy === null ? [] : [['By', formatLongDate(dueBy)] as const]),
          ...(refunded > 0 ? [['Given back', formatTotal(refunded)] as const] : []),
          ['How', WAY_WORDS[way]],
          ...(account.length > 0 ? [['Pay to', <code key="to">{account.join(', ')}</code>] as const] : []),
        ]}
      />
      {mayRefund && due > 0 && <RefundForms row={row} refund={refund} />}
    </>
  )
}
