import type { Route } from './+types/confirm-order'

import { MailedLinkPage, outcomeOf } from '#app/account/mailed-link-page.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { CustomerApi } from '#contract/api/customer-api.ts'

const confirm = (api: CustomerApi, token: string) =>
  outcomeOf(api.confirmCashOrder(token), 'Your order could not be confirmed. Please try again later.')

export const action = ({ context, params }: Route.ActionArgs) => confirm(serverApi(context), params.token)
export const clientAction = ({ params }: Route.ClientActionArgs) => confirm(browserApi, params.token)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your order', isIndexed: false })

/** The page behind the link in the mail about an order that is paid at the door. */
export default function ConfirmOrder({ actionData }: Route.ComponentProps) {
  return (
    <MailedLinkPage
      title="Confirm your order"
      lead="You pay the courier at the door. We send the parcel once you have confirmed that you want it."
      button="Confirm the order"
      outcome={actionData}
    />
  )
}
