import type { Route } from './+types/staff'

import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { ListTable } from '#app/admin/list/list-table.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { InviteForm } from '#app/admin/staff/invite-form.tsx'
import { RoleList } from '#app/admin/staff/role-list.tsx'
import { INVITATIONS } from '#app/admin/staff/invitation-columns.tsx'
import { MEMBERS } from '#app/admin/staff/staff-columns.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const load = (api: AdminApi) => loadOrFailure(api.listStaff(), WORDINGS.fallback)

// The server checks what a form names as a role.
const roleOf = (role: string) => role as StaffRole
const failed = WORDINGS.fallback
const CALLS: ListCalls = {
  invite: {
    call: (api, { text }) => api.inviteStaff({ email: text('email'), staffRole: roleOf(text('staffRole')) }),
    failed: 'The invitation could not be made.',
    isInForm: true,
    isShownOnce: true,
  },
  withdraw: { call: (api, { id }) => api.withdrawInvitation(id), failed },
  role: { call: (api, { id, text }) => api.changeStaff(id, { staffRole: roleOf(text('role')) }), failed },
  activate: { call: (api, { id }) => api.changeStaff(id, { isActive: true }), failed },
  deactivate: { call: (api, { id }) => api.changeStaff(id, { isActive: false }), failed },
  signOut: { call: (api, { id }) => api.endStaffSessions(id), failed },
}

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Staff', isIndexed: false })

export default function AdminStaff({ loaderData: { answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Staff"
      lead="Everybody has an account of their own and does only what their role has. Accounts are deactivated, never deleted, so that the audit log keeps its names."
    >
      <LoadFailure failure={failure} />
      {answer && (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
          <InviteForm />
          {answer.invitations.length > 0 && (
            <div>
              <ListTable caption="Invitations" {...INVITATIONS} rows={answer.invitations} />
              <p className="mt-2 text-sm text-muted">
                An invitation also ends when its sender resets a forgotten password or is no longer an owner.
              </p>
            </div>
          )}
          <ListTable caption="People" {...MEMBERS} rows={answer.members} />
          <RoleList />
        </div>
      )}
    </AdminPage>
  )
}
