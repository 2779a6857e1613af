import { data, Link } from 'react-router'

import type { Route } from './+types/return'

import { callFromBrowser, callFromPage } from '#app/admin/list/list-calls.ts'
import { Card, Facts } from '#app/admin/orders/detail-card.tsx'
import { DeliveredAfterAll } from '#app/admin/returns/delivered-after-all.tsx'
import { FocusOnChange } from '#app/ui/focus-on-change.tsx'
import { canSendAgain, ReturnExchange, SendAgain } from '#app/admin/returns/return-exchange.tsx'
import { ReturnActions } from '#app/admin/returns/return-actions.tsx'
import { RETURN_CALLS } from '#app/admin/returns/return-calls.ts'
import { RETURNS } from '#app/admin/returns/return-list-view.ts'
import { ReturnMoney } from '#app/admin/returns/return-money.tsx'
import { ReturnPickUp } from '#app/admin/returns/return-pick-up.tsx'
import { ReturnPieces } from '#app/admin/returns/return-pieces.tsx'
import { ReturnStatusBadge } from '#app/admin/returns/return-status-badge.tsx'
import { ReturnSteps } from '#app/admin/returns/return-steps.tsx'
import { ORIGIN_LABELS, WAY_LABELS } from '#app/admin/returns/return-words.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { isParcelOrigin } from '#contract/states/return-states.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import '#app/styles/admin-orders.css'

const load = (api: AdminApi, returnId: string) => loadOrFailure(api.getReturn(returnId), 'Failed to load the return')

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.returnId)
  return data(loaded, { status: loaded.answer ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.returnId)
export const action = ({ context, request }: Route.ActionArgs) =>
  callFromPage(serverApi(context), request, RETURN_CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, RETURN_CALLS)

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: `Admin return ${shortIdOf(params.returnId)}`, isIndexed: false })

/** Whose return it is, of which order, and how it comes. */
function Origin({ orderId, customer, origin, wayBack, isWayBackFree }: StaffReturn) {
  return (
    <Facts
      facts={[
        [
          'Order',
          <Link key="order" className="link" to={`/admin/orders/${orderId}`}>
            {`#${shortIdOf(orderId)}`}
          </Link>,
        ],
        ['Customer', customer.name],
        ...(customer.email === null
          ? []
          : [['E-mail', <BreakableEmail key="email" email={customer.email} />] as const]),
        ['Phone', customer.phone],
        ['Why', ORIGIN_LABELS[origin]],
        ...(wayBack === null
          ? []
          : [['Way back', `${WAY_LABELS[wayBack]}${isWayBackFree ? ', free for the customer' : ''}`] as const]),
      ]}
    />
  )
}

export default function AdminReturn({ loaderData, actionData, params: { returnId } }: Route.ComponentProps) {
  const { answer, failure } = loaderData
  const above = { to: RETURNS, label: 'Returns' }
  const title = `Return #${shortIdOf(returnId)}`
  if (!answer) {
    return (
      <AdminPage title={title} above={above}>
        <LoadFailure failure={failure} />
      </AdminPage>
    )
  }
  const { return: row, refundTo } = answer
  return (
    <AdminPage title={title} above={above} beside={<ReturnStatusBadge status={row.status} />}>
      {actionData?.failure && <p className="error-summary mt-6">{actionData.failure.message}</p>}
      <div className="mt-6 grid gap-5 lg:grid-cols-[1.8fr_1fr]">
        <div className="grid content-start gap-5">
          <Card title="Pieces">
            <ReturnPieces {...row} />
          </Card>
          <Card title="Next step">
            <FocusOnChange of={row.status}>
              <ReturnActions key={row._id} {...row} />
            </FocusOnChange>
          </Card>
        </div>
        <div className="grid content-start gap-5">
          <FocusOnChange of={answer.parcels[0]?.state ?? 'none'}>
            <ReturnPickUp {...answer} />
          </FocusOnChange>
          {(row.exchange || canSendAgain(row)) && (
            <FocusOnChange of={row.exchange?.status ?? 'none'}>
              <Card title={isParcelOrigin(row.origin) ? 'Sending again' : 'Exchange'}>
                {row.exchange ? (
                  <ReturnExchange key={row._id} row={row} exchange={row.exchange} />
                ) : (
                  <SendAgain {...row} />
                )}
              </Card>
            </FocusOnChange>
          )}
          <DeliveredAfterAll {...row} />
          {row.refund && (
            <Card title="Money">
              <FocusOnChange of={row.refund.due}>
                <ReturnMoney key={row._id} row={row} refund={row.refund} refundTo={refundTo} />
              </FocusOnChange>
            </Card>
          )}
          <Card title="Order and customer">
            <Origin {...row} />
          </Card>
          <Card title="Timeline">
            <ReturnSteps {...answer} />
          </Card>
        </div>
      </div>
    </AdminPage>
  )
}
