import { data, Link, redirect } from 'react-router'

import type { Route } from './+types/change-order'

import { AddressChangeForm } from '#app/admin/orders/address-change-form.tsx'
import { changeOrder } from '#app/admin/orders/change-order.ts'
import { SizeChangeForm } from '#app/admin/orders/size-change-form.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import type { FormResult } from '#app/api/form-result.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { SizeStock } from '#contract/catalogue/catalogue.ts'
import { catchCode } from '#contract/api/errors.ts'
import { itemsLeft } from '#contract/orders/cancelled-items.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

const backTo = (orderId: string) => `/admin/orders/${orderId}`

type Sizes = Record<string, SizeStock[]>

/** What is in stock of each product of an order now. */
async function sizesOf(api: AdminApi, { products }: StaffOrder): Promise<Sizes> {
  const ids = [...new Set(products.map(({ product }) => product._id))]
  const found = await Promise.all(ids.map((id) => catchCode(api.getProduct(id), 'not_found', null)))
  return Object.fromEntries(found.flatMap((product) => (product ? [[product._id, product.sizes]] : [])))
}

async function load(api: AdminApi, orderId: string) {
  const loaded = await loadOrFailure(api.getOrderDetail(orderId), ADMIN_WORDINGS.ordersFailed)
  const order = loaded.answer?.order
  return { ...loaded, sizes: order && isUnsentStatus(order.status) ? await sizesOf(api, order) : {} }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.orderId)
  return data(loaded, { status: loaded.answer ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.orderId)

export async function action({ context, request, params }: Route.ActionArgs) {
  const result = await changeOrder(serverApi(context), params.orderId, await request.formData())
  return result.success ? redirect(backTo(params.orderId)) : result
}
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const result = await changeOrder(browserApi, params.orderId, await request.formData())
  if (!result.success) return result
  toastSuccess(result.success)
  return redirect(backTo(params.orderId))
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: `Admin change order ${shortIdOf(params.orderId)}`, isIndexed: false })

/** The forms of an order that waits. What came of one of them stands in it. */
function Changes({ order, sizes, result }: { order: StaffOrder; sizes: Sizes; result: FormResult | undefined }) {
  const changed = result?.values?.['line']
  const sized = order.products.filter((line) => line.size !== undefined && itemsLeft(line) > 0)
  const isTaken = (productId: string, size: string) =>
    order.products.some((line) => line.product._id === productId && line.size === size)
  return (
    <div className="mt-6 grid gap-8">
      {sized.length > 0 && (
        <section className="grid gap-4" aria-label="Sizes">
          <h2 className="heading heading-3">Sizes</h2>
          {sized.map((line) => (
            <SizeChangeForm
              key={line._id}
              line={line}
              choices={(sizes[line.product._id] ?? []).filter(
                ({ size, stock }) => stock > 0 && !isTaken(line.product._id, size),
              )}
              result={changed === line._id ? result : undefined}
            />
          ))}
        </section>
      )}
      <section className="grid gap-4" aria-label="Address">
        <h2 className="heading heading-3">Address</h2>
        <AddressChangeForm order={order} result={changed === undefined ? result : undefined} />
      </section>
      <p>
        <Link to={backTo(order._id)} className="btn btn-quiet">
          Back to the order
        </Link>
      </p>
    </div>
  )
}

export default function AdminChangeOrder({ loaderData, actionData, params: { orderId } }: Route.ComponentProps) {
  const order = loaderData.answer?.order
  return (
    <AdminPage
      title={`Change order #${shortIdOf(orderId)}`}
      lead="Before it is packed. What was paid stays, and the customer gets a mail."
    >
      <div className="max-w-2xl">
        {order && isUnsentStatus(order.status) ? (
          <Changes order={order} sizes={loaderData.sizes} result={actionData} />
        ) : loaderData.failure === undefined ? (
          <div className="mt-6">
            <EmptyState message="This order can no longer be changed." />
          </div>
        ) : (
          <LoadFailure failure={loaderData.failure} />
        )}
      </div>
    </AdminPage>
  )
}
