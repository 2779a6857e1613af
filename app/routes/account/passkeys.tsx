import type { Route } from './+types/passkeys'

import { AccountHeading } from '#app/account/account-links.tsx'
import { PasskeyList } from '#app/account/passkey-list.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Passkeys', isIndexed: false })

export default function CustomerPasskeys() {
  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title="Passkeys" />
      <div className="mt-6">
        <PasskeyList audience="customer" />
      </div>
    </div>
  )
}
