import { useEffect } from 'react'
import { Outlet, redirect, useNavigate } from 'react-router'

import type { Route } from './+types/customer-guard'

import { useSessionSync } from '#app/account/use-session-sync.ts'
import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { Loading } from '#app/ui/spinner.tsx'
import type { User } from '#contract/accounts.ts'
import type { Api } from '#contract/api.ts'
import { isShopError } from '#contract/errors.ts'

const SIGN_IN = '/signin'

async function findCustomer(api: Api): Promise<User | null> {
  try {
    return await api.getMe()
  } catch (error) {
    if (isShopError(error) && error.code === 'unauthenticated') return null
    throw error
  }
}

/** On the first page load the server redirects. A client-side navigation shows 'Loading...' until the session is known. */
export async function loader({ context }: Route.LoaderArgs) {
  const customer = await findCustomer(serverApi(context))
  if (!customer) throw redirect(SIGN_IN)
  return { customer }
}
export const clientLoader = () => ({ customer: findCustomer(browserApi) })

function ToSignIn() {
  const navigate = useNavigate()
  useEffect(() => void navigate(SIGN_IN, { replace: true }), [navigate])
  return <Loading text="Loading..." />
}

/** A navigation between guarded pages shows the new page at once and checks the session meanwhile. */
export default function CustomerGuard({ loaderData }: Route.ComponentProps) {
  const { latest: customer } = useDeferred<User | null>(loaderData.customer)
  useSessionSync('customer', Boolean(customer))
  if (customer === undefined) return <Loading text="Loading..." />
  return customer ? <Outlet context={customer} /> : <ToSignIn />
}
