import type { Route } from './+types/account'

import { PasskeyList } from '#app/account/passkey-list.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your account', isIndexed: false })

export default function AdminAccount() {
  return (
    <AdminPage title="Your account">
      <section aria-labelledby="passkeys" className="mt-6 max-w-xl">
        <h2 id="passkeys" className="admin-subtitle">
          Passkeys
        </h2>
        <PasskeyList audience="admin" />
      </section>
    </AdminPage>
  )
}
