import { useOutletContext } from 'react-router'

import type { Route } from './+types/passkeys'

import { AccountHeading } from '#app/account/account-links.tsx'
import { PasskeyList } from '#app/account/passkey-list.tsx'
import { StaffAccountNotice } from '#app/account/staff-account-notice.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { User } from '#contract/accounts/accounts.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Passkeys', isIndexed: false })

export default function CustomerPasskeys() {
  const customer = useOutletContext<User>()
  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title="Passkeys" />
      <div className="mt-6">
        {customer.role === 'customer' ? <PasskeyList audience="customer" /> : <StaffAccountNotice />}
      </div>
    </div>
  )
}
