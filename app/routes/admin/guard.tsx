import { Outlet, redirect } from 'react-router'

import type { Route } from './+types/guard'

import { SessionGuard } from '#app/account/session-guard.tsx'
import { browserApi } from '#app/api/admin-browser.ts'
import { serverApi } from '#app/api/context.ts'
import type { User } from '#contract/accounts.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import { isShopError } from '#contract/errors.ts'

const SIGN_IN = '/admin-signin'

/** The signed-in administrator; null without a session and for any other role. */
async function findAdmin(api: AdminApi): Promise<User | null> {
  try {
    const { user } = await api.getAdminMe()
    return user.role === 'admin' ? user : null
  } catch (error) {
    if (isShopError(error) && (error.status === 401 || error.status === 403)) return null
    throw error
  }
}

export async function loader({ context }: Route.LoaderArgs) {
  const admin = await findAdmin(serverApi(context))
  if (!admin) throw redirect(SIGN_IN)
  return { admin }
}
export const clientLoader = () => ({ admin: findAdmin(browserApi) })

export default function AdminGuard({ loaderData }: Route.ComponentProps) {
  return (
    <SessionGuard audience="admin" user={loaderData.admin} signInPath={SIGN_IN}>
      {(admin) => <Outlet context={admin} />}
    </SessionGuard>
  )
}

/** Exported here, so that a failing screen does not replace the frame around it. */
export { ErrorScreen as ErrorBoundary } from '#app/shell/error-screen.tsx'
