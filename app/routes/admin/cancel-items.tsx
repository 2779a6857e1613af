import { data, redirect } from 'react-router'

import type { Route } from './+types/cancel-items'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { CancelItems } from '#app/orders/cancel-items-form.tsx'
import { cancelChosen } from '#app/orders/chosen-items.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

const backTo = (orderId: string) => `/admin/orders/${orderId}`

const load = (api: AdminApi, orderId: string) => loadOrFailure(api.getOrderDetail(orderId), ADMIN_WORDINGS.ordersFailed)

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.orderId)
  return data(loaded, { status: loaded.answer ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.orderId)

const cancel = (api: AdminApi, orderId: string, form: FormData) =>
  cancelChosen(form, (body) => api.cancelItems(orderId, body))

export async function action({ context, request, params }: Route.ActionArgs) {
  const result = await cancel(serverApi(context), params.orderId, await request.formData())
  return result.success ? redirect(backTo(params.orderId)) : result
}
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const result = await cancel(browserApi, params.orderId, await request.formData())
  if (!result.success) return result
  toastSuccess(result.success)
  return redirect(backTo(params.orderId))
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: `Admin cancel pieces of ${shortIdOf(params.orderId)}`, isIndexed: false })

export default function AdminCancelItems({ loaderData, actionData, params: { orderId } }: Route.ComponentProps) {
  const order = loaderData.answer?.order
  return (
    <AdminPage title={`Cancel pieces of order #${shortIdOf(orderId)}`}>
      <div className="max-w-2xl">
        {order && isUnsentStatus(order.status) ? (
          <CancelItems order={order} back={backTo(orderId)} isStaff result={actionData} />
        ) : loaderData.failure === undefined ? (
          <div className="mt-6">
            <EmptyState message="Nothing of this order can be cancelled here." />
          </div>
        ) : (
          <LoadFailure failure={loaderData.failure} />
        )}
      </div>
    </AdminPage>
  )
}
