import { data, Link, redirect } from 'react-router'

import type { Route } from './+types/returns'

import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { AskForReturn } from '#app/returns/ask-for-return.tsx'
import { ReturnCard } from '#app/returns/return-card.tsx'
import { formName, resultFor, submitReturnForm, type ReturnFormResult } from '#app/returns/return-forms.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { catchCode } from '#contract/api/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderReturns } from '#contract/returns/returns.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

type Loaded = (OrderReturns & { order: Order }) | { order: null }

/** No order without a session, where the guard around this screen redirects to the sign-in, and for somebody else's. */
async function load(api: CustomerApi, orderId: string): Promise<Loaded> {
  const customer = await catchCode(api.getMe(), 'unauthenticated', null)
  const orders = customer ? await api.listMyOrders(customer._id) : []
  const order = orders.find(({ _id }) => _id === orderId)
  return order ? { order, ...(await api.listMyReturns(orderId)) } : { order: null }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.orderId)
  return data(loaded, { status: loaded.order ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.orderId)

const pathOf = (orderId: string) => `/user-profile/orders/${orderId}/returns`

export async function action({ context, request, params }: Route.ActionArgs) {
  const result = await submitReturnForm(serverApi(context), params.orderId, await request.formData())
  return result.success ? redirect(pathOf(params.orderId)) : result
}
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const result = await submitReturnForm(browserApi, params.orderId, await request.formData())
  if (!result.success) return result
  toastSuccess(result.success)
  return redirect(pathOf(params.orderId))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Return or exchange', isIndexed: false })

/** What came or comes back of an order, and the form that asks for more. */
export default function ReturnsScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <div className="container max-w-2xl py-10">
      <Link to={`/user-profile#${params.orderId}`} className="link inline-flex min-h-11 items-center text-sm">
        Back to your order
      </Link>
      <h1 className="heading heading-1 mt-2">{`Returns of order #${shortIdOf(params.orderId)}`}</h1>
      {loaderData.order ? (
        <Returns {...loaderData} result={actionData} />
      ) : (
        <div className="mt-6">
          <EmptyState message="You have no order with this address." />
        </div>
      )}
    </div>
  )
}

type ReturnsProps = Extract<Loaded, OrderReturns> & { result: ReturnFormResult | undefined }

function Returns({ order, returns, lines, takesAccount, result }: ReturnsProps) {
  return (
    <>
      {returns.length > 0 && (
        <div className="mt-6 grid gap-5">
          {returns.toReversed().map((one) => (
            <ReturnCard key={one._id} shown={one} result={result} />
          ))}
        </div>
      )}
      <section className="mt-8" aria-labelledby="ask-title">
        <h2 id="ask-title" className="heading heading-2">
          Return or exchange
        </h2>
        {/* A new return empties the form. */}
        <AskForReturn
          key={returns.length}
          order={order}
          lines={lines}
          takesAccount={takesAccount}
          result={resultFor(formName('ask'), result)}
        />
      </section>
    </>
  )
}
