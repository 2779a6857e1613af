import { data, redirect } from 'react-router'

import type { Route } from './+types/cancel-items'

import { AccountHeading } from '#app/account/account-links.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { CancelItems } from '#app/orders/cancel-items-form.tsx'
import { cancelChosen } from '#app/orders/chosen-items.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { catchCode } from '#contract/api/errors.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

const backTo = (orderId: string) => `/user-profile#${orderId}`

/**
 * Null without a session, where the guard around this screen redirects to the sign-in, and for somebody else's order.
 */
async function load(api: CustomerApi, orderId: string): Promise<{ order: Order | null }> {
  const customer = await catchCode(api.getMe(), 'unauthenticated', null)
  const orders = customer ? await api.listMyOrders(customer._id) : []
  return { order: orders.find(({ _id }) => _id === orderId) ?? null }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.orderId)
  return data(loaded, { status: loaded.order ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.orderId)

const cancel = (api: CustomerApi, orderId: string, form: FormData) =>
  cancelChosen(form, (body) => api.cancelMyOrder(orderId, body))

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

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cancel pieces', isIndexed: false })

export default function CancelItemsScreen({ loaderData: { order }, actionData, params }: Route.ComponentProps) {
  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title={`Cancel pieces of order #${shortIdOf(params.orderId)}`} />
      {order && isUnsentStatus(order.status) ? (
        <CancelItems order={order} back={backTo(order._id)} result={actionData} />
      ) : (
        <div className="mt-6">
          <EmptyState message="Nothing of this order can be cancelled here." />
        </div>
      )}
    </div>
  )
}
