import { useOutletContext } from 'react-router'

import type { Route } from './+types/details'

import { AccountForms, saveAccount } from '#app/account/account-forms.tsx'
import { AccountHeading } from '#app/account/account-links.tsx'
import { StaffAccountNotice } from '#app/account/staff-account-notice.tsx'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { User } from '#contract/accounts/accounts.ts'

export const action = async ({ context, request }: Route.ActionArgs) =>
  saveAccount(serverApi(context), await request.formData())
export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  saveAccount(browserApi, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your details', isIndexed: false })

export default function Details({ actionData }: Route.ComponentProps) {
  const customer = useOutletContext<User>()
  const { refresh } = useVisitor()
  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title="Your details" />
      {customer.role === 'customer' ? (
        <AccountForms person={customer} audience="customer" result={actionData} onSaved={refresh} />
      ) : (
        <StaffAccountNotice />
      )}
    </div>
  )
}
