import { CallForm } from '#app/admin/list/call-form.tsx'
import { InspectForm } from '#app/admin/returns/inspect-form.tsx'
import { canBecome } from '#app/admin/returns/return-calls.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { MAX_CANCEL_REASON } from '#contract/orders/cancel-reasons.ts'
import { isDelivered, RETURN_FACTS, type ReturnStatus } from '#contract/states/return-states.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'

interface StepButton {
  to: ReturnStatus
  label: string
  variant: NonNullable<ButtonProps['variant']>
  /** Whether something is taken back at all is not for who only packs. */
  isDecision: boolean
}

/** The steps that a button takes; refusing and inspecting have forms. */
const STEP_BUTTONS: readonly StepButton[] = [
  { to: 'approved', label: 'Approve', variant: 'primary', isDecision: true },
  { to: 'received', label: 'Received', variant: 'primary', isDecision: false },
  { to: 'on its way', label: 'On its way', variant: 'outline', isDecision: false },
  { to: 'lost', label: 'It is lost', variant: 'quiet', isDecision: true },
  { to: 'withdrawn', label: 'Withdraw', variant: 'quiet', isDecision: true },
]

function RefuseForm({ _id }: StaffReturn) {
  return (
    <details className="mt-4">
      <summary className="min-h-11 content-center text-sm">Refuse this return</summary>
      <CallForm act="refused" id={_id} className="mt-2 grid gap-3" aria-label="Refuse this return">
        {({ failure, isBusy }) => (
          <>
            <ErrorSummary failure={failure} />
            <TextField
              label="Why"
              hint="The customer reads it."
              name="reason"
              required
              maxLength={MAX_CANCEL_REASON}
              autoComplete="off"
              error={failure?.fields?.['reason']}
            />
            <Button type="submit" variant="danger" isPending={isBusy} className="justify-self-start">
              Refuse
            </Button>
          </>
        )}
      </CallForm>
    </details>
  )
}

/** What can be done now with the pieces of a return, by who may do it. */
export function ReturnActions(row: StaffReturn) {
  const mayDo = useMayDo()
  const isRefunded = row.lines.some(({ refunded }) => (refunded ?? 0) > 0)
  const isFor = (to: ReturnStatus, isDecision: boolean) =>
    canBecome(row, to) &&
    (!isDecision || (mayDo('returnDecisions') && !(isRefunded && (to === 'refused' || to === 'withdrawn'))))
  const buttons = STEP_BUTTONS.filter(({ to, isDecision }) => isFor(to, isDecision))
  const canRefuse = isFor('refused', true)
  if (row.status === 'received') return <InspectForm {...row} />
  if (buttons.length === 0 && !canRefuse) {
    return <p className="text-sm text-muted">{restSentence(row)}</p>
  }
  return (
    <>
      {buttons.length > 0 && (
        <CallForm id={row._id} className="flex flex-wrap gap-2">
          {({ isBusy }) =>
            buttons.map(({ to, label, variant }) => (
              <Button key={to} type="submit" name="act" value={to} variant={variant} disabled={isBusy}>
                {label}
              </Button>
            ))
          }
        </CallForm>
      )}
      {canRefuse && <RefuseForm {...row} />}
    </>
  )
}

function restSentence(row: StaffReturn): string {
  if (isDelivered(row)) return 'The parcel has reached the customer after all, and its money stays.'
  return RETURN_FACTS[row.status].waits === null
    ? 'Nothing is left to do with the pieces.'
    : 'Somebody else decides whether this is taken back.'
}
