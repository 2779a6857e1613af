import { Link } from 'react-router'

import { CallForm } from '#app/admin/list/call-form.tsx'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { formatLongDate } from '#app/ui/format-date.ts'
import { RETURN_FACTS } from '#contract/states/return-states.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

type Exchange = NonNullable<StaffReturn['exchange']>

function Sentence({ exchange: { status, until, orderId } }: { exchange: Exchange }) {
  if (status === 'ended') return <p className="text-sm">The other size is free again. Money is due instead.</p>
  if (status === 'sent') {
    return (
      <p className="text-sm">
        <span>The other size is an order of its own: </span>
        <Link className="link" to={`/admin/orders/${orderId}`}>
          {`#${shortIdOf(orderId ?? '')}`}
        </Link>
      </p>
    )
  }
  return (
    <p className="text-sm">
      {`The other size is held${until === undefined ? '' : ` until ${formatLongDate(until)}`}. It leaves when the return is on its way.`}
    </p>
  )
}

/** What becomes of the other size, and for who decides about returns the buttons that send it or hold it no longer. */
export function ReturnExchange({ row: { _id, status }, exchange }: { row: StaffReturn; exchange: Exchange }) {
  const mayDecide = useMayDo()('returnDecisions')
  return (
    <>
      <Sentence exchange={exchange} />
      {exchange.status === 'held' && mayDecide && (
        <CallForm id={_id} className="mt-4 grid gap-3">
          {({ failure, isBusy }) => (
            <>
              <ErrorSummary failure={failure} />
              <div className="flex flex-wrap gap-2">
                {RETURN_FACTS[status].isSettled && (
                  <Button type="submit" name="act" value="exchange-send" disabled={isBusy}>
                    Send it now
                  </Button>
                )}
                <Button type="submit" name="act" value="exchange-end" variant="quiet" disabled={isBusy}>
                  Stop holding it
                </Button>
              </div>
            </>
          )}
        </CallForm>
      )}
    </>
  )
}
