import { Card, Facts } from '#app/admin/orders/detail-card.tsx'
import { changeCash, remitCash } from '#app/admin/orders/change-order-status.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { showConfirm, showConfirmWithNote } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { useTask } from '#app/ui/use-task.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { CashStep } from '#contract/orders/cash-orders.ts'
import { CASH_FACTS } from '#contract/states/cash-states.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import type { OrderDetail, StaffOrder } from '#contract/orders/orders.ts'

const REFUSED_QUESTION =
  'Did nobody take the parcel? The order is cancelled, nothing is due, and the customer pays online until you allow cash again.'

/** What can be done now about the money at the door, by the label of its button. */
function stepsOf({ order, cash }: OrderDetail): readonly (readonly [CashStep, string])[] {
  if (cash?.isForgiven === false && cash.status === 'refused') return [['forgiven', 'Allow cash again']]
  if (cash?.status !== 'cash due' || isUnsentStatus(order.status)) return []
  return [
    ['collected', 'Cash collected'],
    ['refused', 'Parcel refused'],
  ]
}

interface CashCardProps {
  detail: OrderDetail
  onChange(order: StaffOrder): void
}

/**
 * How an order is paid at the door, how far that is, and the buttons for what comes next; nothing where it is paid
 * online.
 */
export function CashCard({ detail, onChange }: CashCardProps) {
  const { order, cash } = detail
  const mayDo = useMayDo()
  const { isBusy, run } = useTask()
  if (!cash) return null

  async function take(step: CashStep) {
    const isSure =
      step !== 'refused' ||
      (await showConfirm({ question: REFUSED_QUESTION, confirmLabel: 'Parcel refused', cancelLabel: 'Not refused' }))
    if (isSure) await changeCash(order, step, onChange)
  }

  /** The amount is typed, so that money that is not what was collected shows. */
  async function remit() {
    const typed = await showConfirmWithNote(
      { question: 'Has the courier paid out what they collected?', confirmLabel: 'Note it' },
      { label: 'Amount that came, in rupees', maxLength: 20 },
    )
    if (typed !== undefined) await remitCash(order, Number(typed.replaceAll(/[₹,\s]/g, '') || Number.NaN), onChange)
  }

  const canRemit = cash.status === 'collected' && mayDo('reconciliation')
  const steps = stepsOf(detail).filter(([step]) => mayDo(step === 'forgiven' ? 'cancelling' : 'shipping'))
  const moment = (label: string, at: string | null) => (at === null ? [] : [[label, formatDateTime(at)] as const])
  return (
    <Card title="Cash on delivery">
      <Facts
        facts={[
          ['State', CASH_FACTS[cash.status].label],
          ...(order.cashToCollect === undefined
            ? []
            : [['To collect', <strong key="due">{formatTotal(order.cashToCollect)}</strong>] as const]),
          ...(order.storeCredit ? [['Store credit', formatTotal(order.storeCredit.used)] as const] : []),
          ...(order.confirmUntil === undefined
            ? []
            : [['To be confirmed', `until ${formatDateTime(order.confirmUntil)}`] as const]),
          ...moment('Confirmed', cash.confirmedAt),
          ...moment('Collected', cash.collectedAt),
          ...moment('Remitted', cash.remittedAt),
          ...(cash.isForgiven ? [['Refusal', 'forgiven: the customer may order for cash again'] as const] : []),
        ]}
      />
      {canRemit && (
        <Button isSmall className="no-print mt-4" disabled={isBusy} onClick={() => void run(remit)}>
          Cash remitted
        </Button>
      )}
      {steps.length > 0 && (
        <div className="no-print mt-4 flex flex-wrap gap-2">
          {steps.map(([step, label]) => (
            <Button
              key={step}
              isSmall
              variant={step === 'refused' ? 'outline' : 'primary'}
              disabled={isBusy}
              onClick={() => void run(() => take(step))}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}
