import { CallForm } from '#app/admin/list/call-form.tsx'
import { Card } from '#app/admin/orders/detail-card.tsx'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { isGivenUp, isParcelOrigin } from '#contract/states/return-states.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'

const CASH = [
  'Nothing is due any more for an order for cash, and its invoice is credited, so this cannot be noted.',
  'Money that the courier pays out for it is a difference under Findings: write the customer a bill of your own.',
].join(' ')

function DeliveredForm({ _id }: StaffReturn) {
  return (
    <>
      <p className="text-sm">
        Couriers may deliver what they had given up: the order’s page has all that they say. If the customer has it,
        nothing is sent again and no money goes back. The order stays cancelled, and says that the parcel has arrived;
        so does a mail to the customer. This cannot be undone.
      </p>
      <CallForm act="delivered" id={_id} className="mt-4 grid gap-3" aria-label="Has it arrived after all?">
        {({ failure, isBusy }) => (
          <>
            <ErrorSummary failure={failure} />
            <Button type="submit" variant="outline" isPending={isBusy} className="justify-self-start">
              The customer has it
            </Button>
          </>
        )}
      </CallForm>
    </>
  )
}

/**
 * For who decides about returns what to do where a parcel that was given up has reached its customer after all; nothing
 * once it was received, sent again or refunded.
 */
export function DeliveredAfterAll(row: StaffReturn) {
  const mayDecide = useMayDo()('returnDecisions')
  const { status, origin, lines, refund } = row
  const isSettled = lines.some(({ refunded, exchanged }) => (refunded ?? 0) + exchanged > 0)
  if (!mayDecide || !refund || isSettled || !isParcelOrigin(origin) || !isGivenUp(status)) return null
  if (refund.due === 0 && !refund.takesAccount) return null
  return (
    <Card title="Has it arrived after all?">
      {refund.due > 0 ? (
        <DeliveredForm {...row} />
      ) : (
        <p className="text-sm">
          {status === 'lost' ? CASH : `${CASH} Then press “It is lost”, so that nobody waits for the pieces.`}
        </p>
      )}
    </Card>
  )
}
