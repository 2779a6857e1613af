import { useEffect } from 'react'
import { Outlet, redirect, useNavigate } from 'react-router'

import type { Route } from './+types/guard'

import { AdminTools } from '#app/admin/shell/admin-tools.tsx'
import { useSessionSync } from '#app/account/use-session-sync.ts'
import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { Loading } from '#app/ui/spinner.tsx'
import type { User } from '#contract/accounts.ts'
import type { Api } from '#contract/api.ts'
import { isShopError } from '#contract/errors.ts'

const SIGN_IN = '/admin-signin'

/** Nobody without an administrator's session, and nobody whose role is not admin. */
async function findAdmin(api: Api): Promise<User | null> {
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

function ToSignIn() {
  const navigate = useNavigate()
  useEffect(() => void navigate(SIGN_IN, { replace: true }), [navigate])
  return <Loading text="Loading..." />
}

/** A navigation between admin pages shows the new page at once and checks the session meanwhile. */
export default function AdminGuard({ loaderData }: Route.ComponentProps) {
  const { latest: admin } = useDeferred<User | null>(loaderData.admin)
  useSessionSync('admin', Boolean(admin))
  if (admin === undefined) return <Loading text="Loading..." />
  if (admin === null) return <ToSignIn />
  return (
    <>
      <AdminTools />
      <Outlet context={admin} />
    </>
  )
}
