import { useEffect } from 'react'

import type { Route } from './+types/confirm-new-email'

import { ClaimingPassword, confirmBy } from '#app/account/claiming-password.tsx'
import { MailedLinkPage } from '#app/account/mailed-link-page.tsx'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { CustomerApi } from '#contract/api/customer-api.ts'

const confirm = (api: CustomerApi, token: string, form: FormData) =>
  confirmBy(
    (password) => api.confirmNewEmail(token, password),
    form,
    'Your new address could not be saved. Please try again later.',
  )

export const action = async ({ context, params, request }: Route.ActionArgs) =>
  confirm(serverApi(context), params.token, await request.formData())
export const clientAction = async ({ params, request }: Route.ClientActionArgs) =>
  confirm(browserApi, params.token, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your new e-mail address', isIndexed: false })

/** The page behind the link in the mail to a new address of an account. */
export default function ConfirmNewEmail({ actionData }: Route.ComponentProps) {
  const { refresh } = useVisitor()
  const isChanged = actionData?.success !== undefined
  // The change has ended the session of this browser.
  useEffect(() => {
    if (isChanged) void refresh()
  }, [isChanged, refresh])
  return (
    <MailedLinkPage
      title="Your new address"
      lead="From now on you log in with the address where you found this link, and we write to you there. You are logged out everywhere."
      button="Use this address"
      outcome={actionData}
    >
      <ClaimingPassword outcome={actionData} />
    </MailedLinkPage>
  )
}
