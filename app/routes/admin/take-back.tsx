import { data, redirect } from 'react-router'

import type { Route } from './+types/take-back'

import { RETURNS } from '#app/admin/returns/return-list-view.ts'
import { TakeBackForm } from '#app/admin/returns/take-back-form.tsx'
import { takeableLines, takeBack } from '#app/admin/returns/take-back.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

async function findLines(api: AdminApi, orderId: string) {
  const [{ order }, { items }] = await Promise.all([
    api.getOrderDetail(orderId),
    api.listReturns({ search: orderId, limit: 100 }),
  ])
  return { isDelivered: order.status === 'delivered', lines: takeableLines(order, items) }
}

const load = (api: AdminApi, orderId: string) => loadOrFailure(findLines(api, orderId), ADMIN_WORDINGS.ordersFailed)

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.orderId)
  return data(loaded, { status: loaded.answer ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.orderId)

export async function action({ context, request, params }: Route.ActionArgs) {
  const result = await takeBack(serverApi(context), params.orderId, await request.formData())
  return result.success ? redirect(`${RETURNS}/${result.success}`) : result
}
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const result = await takeBack(browserApi, params.orderId, await request.formData())
  if (!result.success) return result
  toastSuccess('Taken back: the return is approved.')
  return redirect(`${RETURNS}/${result.success}`)
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: `Admin take back pieces of ${shortIdOf(params.orderId)}`, isIndexed: false })

export default function AdminTakeBack({ loaderData, actionData, params: { orderId } }: Route.ComponentProps) {
  const { answer, failure } = loaderData
  const nothing = answer?.isDelivered
    ? 'All of its pieces have come back, or are on their way.'
    : 'Only what was delivered can be taken back.'
  return (
    <AdminPage
      title={`Take back pieces of order #${shortIdOf(orderId)}`}
      lead="At any time and of any category. The return is approved with it."
    >
      <div className="max-w-2xl">
        {answer?.isDelivered && answer.lines.length > 0 ? (
          <TakeBackForm orderId={orderId} lines={answer.lines} result={actionData} />
        ) : failure === undefined ? (
          <div className="mt-6">
            <EmptyState message={nothing} />
          </div>
        ) : (
          <LoadFailure failure={failure} />
        )}
      </div>
    </AdminPage>
  )
}
