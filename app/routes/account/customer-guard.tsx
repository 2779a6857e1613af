import { Outlet, redirect } from 'react-router'

import type { Route } from './+types/customer-guard'

import { SessionGuard } from '#app/account/session-guard.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { AlertDialogHost } from '#app/ui/alert-dialog.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import type { Api } from '#contract/api/api.ts'
import { catchCode } from '#contract/api/errors.ts'

const SIGN_IN = '/signin'

const findCustomer = (api: Api): Promise<User | null> => catchCode(api.getMe(), 'unauthenticated', null)

/**
 * On the first page load the server redirects. A client-side navigation shows 'Loading...' until the session is known.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const customer = await findCustomer(serverApi(context))
  if (!customer) throw redirect(SIGN_IN)
  return { customer }
}
export const clientLoader = () => ({ customer: findCustomer(browserApi) })

export default function CustomerGuard({ loaderData }: Route.ComponentProps) {
  return (
    <SessionGuard audience="customer" user={loaderData.customer} signInPath={SIGN_IN}>
      {(customer) => (
        <>
          <Outlet context={customer} />
          <AlertDialogHost />
        </>
      )}
    </SessionGuard>
  )
}
