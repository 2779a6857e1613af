import { Link } from 'react-router'

import { CallForm } from '#app/admin/list/call-form.tsx'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { formatLongDate } from '#app/ui/format-date.ts'
import { isParcelOrigin, RETURN_FACTS } from '#contract/states/return-states.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

type Exchange = NonNullable<StaffReturn['exchange']>

/**
 * Whether the pieces of a return may be sent again: they never arrived, were paid for, and nobody has decided about
 * their money.
 */
export const canSendAgain = ({ origin, exchange, refund }: StaffReturn): boolean =>
  isParcelOrigin(origin) && exchange === undefined && (refund?.due ?? 0) > 0 && !refund?.takesAccount

/** For who decides about returns the button that sends what never arrived again. */
export function SendAgain({ _id }: StaffReturn) {
  const mayDecide = useMayDo()('returnDecisions')
  return (
    <>
      <p className="text-sm">
        These pieces never arrived. Send them again, at no charge, as an order of their own, whose address may be
        changed until it is shipped. Or give their money back.
      </p>
      {mayDecide && (
        <CallForm act="send-again" id={_id} className="mt-4 grid gap-3" aria-label="Send again">
          {({ failure, isBusy }) => (
            <>
              <ErrorSummary failure={failure} />
              <Button type="submit" isPending={isBusy} className="justify-self-start">
                Send again
              </Button>
            </>
          )}
        </CallForm>
      )}
    </>
  )
}

function Sentence({
  row: { origin, waits },
  exchange: { status, until, orderId },
}: {
  row: StaffReturn
  exchange: Exchange
}) {
  if (status === 'ended') return <p className="text-sm">The other size is free again. Money is due instead.</p>
  if (status === 'sent') {
    return (
      <p className="text-sm">
        <span>
          {isParcelOrigin(origin) ? 'Sent again as an order of its own: ' : 'The other size is an order of its own: '}
        </span>
        <Link className="link" to={`/admin/orders/${orderId}`}>
          {`#${shortIdOf(orderId ?? '')}`}
        </Link>
      </p>
    )
  }
  if (waits.includes('exchange')) {
    return (
      <p className="text-sm">
        The other size is held still, because it could not leave when the pieces came. Send it now, or stop holding it:
        then money is due instead.
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
export function ReturnExchange({ row, exchange }: { row: StaffReturn; exchange: Exchange }) {
  const mayDecide = useMayDo()('returnDecisions')
  const { _id, status } = row
  return (
    <>
      <Sentence row={row} exchange={exchange} />
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
