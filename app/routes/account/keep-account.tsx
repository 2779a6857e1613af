import type { Route } from './+types/keep-account'

import { MailedLinkPage, outcomeOf } from '#app/account/mailed-link-page.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { CustomerApi } from '#contract/api/customer-api.ts'

const keep = (api: CustomerApi, token: string) =>
  outcomeOf(api.keepAccount(token), 'Your account could not be kept. Please try again later.')

export const action = ({ context, params }: Route.ActionArgs) => keep(serverApi(context), params.token)
export const clientAction = ({ params }: Route.ClientActionArgs) => keep(browserApi, params.token)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Keep your account', isIndexed: false })

/** The page behind the link in the mail about an erasing. */
export default function KeepAccount({ actionData }: Route.ComponentProps) {
  return (
    <MailedLinkPage
      title="Keep your account"
      lead="Your account is to be erased. Have you changed your mind?"
      button="Keep my account"
      outcome={actionData}
    />
  )
}
