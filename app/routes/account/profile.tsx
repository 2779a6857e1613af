import { redirect, useOutletContext } from 'react-router'

import type { Route } from './+types/profile'

import { AccountLinks } from '#app/account/account-links.tsx'
import { AvatarPicker } from '#app/account/avatar-picker.tsx'
import { requestMail, EmailConfirmation } from '#app/account/email-confirmation.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { giveAddress, orderIdIn } from '#app/orders/missing-address.tsx'
import { MyOrders } from '#app/orders/my-orders.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { CreditLink } from '#app/store-credit/credit-link.tsx'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { isShopError } from '#contract/api/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { StoreCredit } from '#contract/accounts/store-credit.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface Profile {
  orders: Order[]
  failure?: string
  /** Undefined where it could not be read. */
  isEmailConfirmed?: boolean
  /** Undefined where it could not be read. */
  credit?: StoreCredit
}

/** Returns no orders without a session; the guard around this screen redirects to the sign-in. */
async function load(api: CustomerApi): Promise<Profile> {
  try {
    const { _id } = await api.getMe()
    const [orders, confirmation, credit] = await Promise.allSettled([
      api.listMyOrders(_id),
      api.getEmailConfirmation(),
      api.getStoreCredit(),
    ])
    if (orders.status === 'rejected') throw orders.reason
    return {
      orders: orders.value,
      ...(confirmation.status === 'fulfilled' && { isEmailConfirmed: confirmation.value.isConfirmed }),
      ...(credit.status === 'fulfilled' && { credit: credit.value }),
    }
  } catch (error) {
    if (!isShopError(error)) throw error
    if (error.code === 'unauthenticated') return { orders: [] }
    return { orders: [], failure: messageOf(error, WORDINGS.orders.fetchFailed) }
  }
}

export const loader = async ({ context }: Route.LoaderArgs) => ({ loading: await load(serverApi(context)) })
export const clientLoader = () => ({ loading: load(browserApi) })

/**
 * A browser without JavaScript asks for the mail, and gives an order its address, by a form; otherwise the buttons do
 * so by themselves.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const api = serverApi(context)
  const form = await request.formData()
  const orderId = orderIdIn(form)
  if (!orderId) return requestMail(api)
  const result = await giveAddress(api, form)
  return result.success ? redirect(`/user-profile#${orderId}`) : result
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Profile', isIndexed: false })

export default function ProfileScreen({ loaderData, actionData }: Route.ComponentProps) {
  const customer = useOutletContext<User>()
  return (
    <div className="container grid gap-12 py-10 lg:grid-cols-[18rem_1fr]">
      <section aria-labelledby="profile-name">
        <AvatarPicker customer={customer} />
        <h1 id="profile-name" className="heading heading-2 mt-6 wrap-anywhere">
          {customer.name}
        </h1>
        <dl className="mt-4 grid gap-3 text-sm">
          <div>
            <dt className="text-muted">Email</dt>
            <dd className="break-words">
              <BreakableEmail email={customer.email} />
            </dd>
            <Deferred value={loaderData.loading} waiting={null}>
              {({ isEmailConfirmed }) =>
                isEmailConfirmed !== undefined && (
                  <dd className="mt-1">
                    <EmailConfirmation
                      isConfirmed={isEmailConfirmed}
                      answer={typeof actionData === 'string' ? actionData : undefined}
                    />
                  </dd>
                )
              }
            </Deferred>
          </div>
          <div>
            <dt className="text-muted">Phone</dt>
            <dd>{customer.phone}</dd>
          </div>
        </dl>
        <AccountLinks />
        <Deferred value={loaderData.loading} waiting={null}>
          {({ credit }) => <CreditLink credit={credit} />}
        </Deferred>
      </section>
      <section id="my-orders" aria-labelledby="my-orders-title">
        <h2 id="my-orders-title" className="heading heading-2">
          My Orders
        </h2>
        <Deferred value={loaderData.loading} waiting={<Loading text="Loading..." />}>
          {(loaded) => <MyOrders {...loaded} />}
        </Deferred>
      </section>
    </div>
  )
}
