import {
  isRouteErrorResponse,
  Navigate,
  Outlet,
  redirect,
  useLocation,
  useRouteError,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'

import type { Route } from './+types/guard'

import { SessionGuard } from '#app/account/session-guard.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { firstMenuEntryOf, mayOpen, menuEntryOf } from '#app/admin/shell/find-menu-entry.ts'
import { useMayDo, type StaffPerson } from '#app/admin/shell/use-may-do.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { ErrorScreen, refusalOf } from '#app/shell/error-screen.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { isShopError } from '#contract/api/errors.ts'
import { mayDo } from '#contract/accounts/staff-areas.ts'

const SIGN_IN = '/admin-signin'
/** Where everybody comes to after signing in. */
const START = '/admin/dashboard'
const SECOND_FACTOR = '/admin/second-factor'
const PACKING = '/admin/packing'

/** The signed-in administrator; null without a session and for any other role. */
async function findAdmin(api: AdminApi): Promise<StaffPerson | null> {
  try {
    const { user, staffRole = 'owner', needsSecondFactor } = await api.getAdminMe()
    return user.role === 'admin' ? { ...user, staffRole, needsSecondFactor } : null
  } catch (error) {
    if (isShopError(error) && (error.status === 401 || error.status === 403)) return null
    throw error
  }
}

/**
 * Where to send a person who needs a second factor first, or whose role has no dashboard; undefined for anybody else.
 */
function ownStart({ staffRole, needsSecondFactor }: StaffPerson, pathname: string): string | undefined {
  if (needsSecondFactor) return menuEntryOf(pathname)?.area === 'ownSignIn' ? undefined : SECOND_FACTOR
  return pathname === START && !mayDo(staffRole, 'figures') ? firstMenuEntryOf(staffRole)?.to : undefined
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const admin = await findAdmin(serverApi(context))
  if (!admin) throw redirect(SIGN_IN)
  const { pathname } = new URL(request.url)
  const start = ownStart(admin, pathname)
  if (start) throw redirect(start)
  if (!mayOpen(pathname, (area) => mayDo(admin.staffRole, area))) throw new Response(null, { status: 403 })
  return { admin }
}
export const clientLoader = () => ({ admin: findAdmin(browserApi) })
/** The packing table goes from order to order without a network; what it sends is refused to whoever may not. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate: isUsual,
}: ShouldRevalidateFunctionArgs) => isUsual && (nextUrl.pathname !== PACKING || currentUrl.pathname !== PACKING)

/** In place of a screen that the person's role does not have. */
function NotYourPart() {
  return (
    <AdminPage title="Not your part" lead="Your role does not have this part of the shop. An owner can change that.">
      {/* A screen whose data was refused has no title of its own. */}
      <title>Not your part</title>
      <ButtonLink to={START} variant="outline" className="mt-6">
        To your screens
      </ButtonLink>
    </AdminPage>
  )
}

function Screen({ admin }: { admin: StaffPerson }) {
  const { pathname } = useLocation()
  const start = ownStart(admin, pathname)
  if (start) return <Navigate to={start} replace />
  return mayOpen(pathname, (area) => mayDo(admin.staffRole, area)) ? <Outlet context={admin} /> : <NotYourPart />
}

export default function AdminGuard({ loaderData }: Route.ComponentProps) {
  return (
    <SessionGuard audience="admin" user={loaderData.admin} signInPath={SIGN_IN}>
      {(admin) => <Screen admin={admin} />}
    </SessionGuard>
  )
}

/** Exported here, so that a failing screen does not replace the frame around it. */
export function ErrorBoundary() {
  const { pathname } = useLocation()
  const mayHave = useMayDo()
  const error = useRouteError()
  const code = refusalOf(error)?.code
  if (code === 'factor_needed') return <Navigate to={SECOND_FACTOR} replace />
  const isOtherPart = code === 'forbidden' || (!code && isRouteErrorResponse(error) && error.status === 403)
  if (isOtherPart) return <NotYourPart />
  return mayOpen(pathname, mayHave) ? <ErrorScreen /> : <NotYourPart />
}
