import { useRevalidator } from 'react-router'

import type { Route } from './+types/staff'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { InviteForm } from '#app/admin/staff/invite-form.tsx'
import { ROLE_LABELS } from '#app/admin/staff/role-labels.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/admin-api.ts'
import { STAFF_ROLES, type StaffRole } from '#contract/accounts/staff-areas.ts'
import type { StaffChange, StaffInvitation, StaffMember } from '#contract/accounts/staff.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

const load = (api: AdminApi) => loadOrFailure(api.listStaff(), WORDINGS.fallback)

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Staff', isIndexed: false })

interface Actions {
  onRole(member: StaffMember, staffRole: StaffRole): void
  onSwitch(member: StaffMember): void
  onSignOut(member: StaffMember): void
}

const memberColumns = ({ onRole, onSwitch, onSignOut }: Actions): Column<StaffMember>[] => [
  {
    key: 'person',
    header: 'Person',
    isRowHeader: true,
    cell: ({ name, email }) => (
      <>
        <span className="block truncate" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs font-normal text-muted" title={email}>
          {email}
        </span>
      </>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    className: 'sm:w-40',
    cell: (member) => (
      <SelectField
        label={`Role of ${member.email}`}
        isLabelHidden
        value={member.staffRole}
        onChange={({ target }) => {
          const role = STAFF_ROLES.find((one) => one === target.value)
          if (role) onRole(member, role)
        }}
      >
        {STAFF_ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role].label}
          </option>
        ))}
      </SelectField>
    ),
  },
  {
    key: 'seen',
    header: 'Last seen',
    className: 'sm:w-32',
    isWideOnly: true,
    cell: ({ seenAt }) =>
      seenAt ? (
        <span className="tabular-nums">{formatDateTime(seenAt)}</span>
      ) : (
        <span className="text-muted">not signed in</span>
      ),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'sm:w-28',
    cell: ({ deactivatedAt }) =>
      deactivatedAt ? <Badge kind="plain">Deactivated</Badge> : <Badge kind="marigold">Active</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    className: 'sm:w-55',
    cell: (member) => (
      <div className="row-actions">
        <Button
          variant="outline"
          isSmall
          aria-label={`${member.deactivatedAt ? 'Activate' : 'Deactivate'} ${member.email}`}
          onClick={() => onSwitch(member)}
        >
          {member.deactivatedAt ? 'Activate' : 'Deactivate'}
        </Button>
        {member.seenAt !== null && (
          <Button
            variant="outline"
            isSmall
            aria-label={`Log out ${member.email} everywhere`}
            onClick={() => onSignOut(member)}
          >
            Log out
          </Button>
        )}
        <ButtonLink
          to={`/admin/audit?person=${member._id}`}
          variant="outline"
          isSmall
          aria-label={`What ${member.email} did`}
        >
          What he did
        </ButtonLink>
      </div>
    ),
  },
]

const invitationColumns = (onWithdraw: (invitation: StaffInvitation) => void): Column<StaffInvitation>[] => [
  {
    key: 'email',
    header: 'E-mail',
    isRowHeader: true,
    cell: ({ email }) => (
      <TwoLineText text={email}>
        <BreakableEmail email={email} />
      </TwoLineText>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ staffRole }) => ROLE_LABELS[staffRole].label },
  {
    key: 'until',
    header: 'Works until',
    cell: ({ expiresAt, hasEnded }) =>
      hasEnded ? 'Has ended' : <span className="tabular-nums">{formatDateTime(expiresAt)}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: (invitation) => (
      <Button
        variant="outline"
        isSmall
        aria-label={`Withdraw the invitation of ${invitation.email}`}
        onClick={() => onWithdraw(invitation)}
      >
        Withdraw
      </Button>
    ),
  },
]

export default function AdminStaff({ loaderData: { answer, failure } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()

  async function change({ _id }: StaffMember, wanted: StaffChange) {
    const changed = await answerOrToast(browserApi.changeStaff(_id, wanted), WORDINGS.fallback)
    if (changed) toastSuccess(changed.message)
    reload()
  }

  async function changeRole(member: StaffMember, staffRole: StaffRole) {
    const { label } = ROLE_LABELS[staffRole]
    const question = `Change the role of ${member.email} to ${label}?`
    if (await showConfirm({ question, confirmLabel: 'Change role' })) await change(member, { staffRole })
  }

  async function switchMember(member: StaffMember) {
    const isActive = member.deactivatedAt !== null
    const question = `Deactivate ${member.email}? Every session ends at once.`
    if (isActive || (await showConfirm({ question, confirmLabel: 'Deactivate' }))) await change(member, { isActive })
  }

  async function signOut({ _id, email }: StaffMember) {
    const found = await answerOrToast(browserApi.listStaffSessions(_id), WORDINGS.fallback)
    if (!found) return
    const devices = found.signIns.map(({ device, network }) => [device || 'Unknown device', network].join(' ').trim())
    const question = `Log out ${email} everywhere, in the admin area and in the shop? Now: ${devices.join('; ') || 'nowhere'}.`
    if (!(await showConfirm({ question, confirmLabel: 'Log out' }))) return
    const answered = await answerOrToast(browserApi.endStaffSessions(_id), WORDINGS.fallback)
    if (answered) toastSuccess(answered.message)
    reload()
  }

  async function withdraw({ _id, email }: StaffInvitation) {
    const question = `Withdraw the invitation of ${email}? Its link ends.`
    if (!(await showConfirm({ question, confirmLabel: 'Withdraw' }))) return
    const answered = await answerOrToast(browserApi.withdrawInvitation(_id), WORDINGS.fallback)
    if (answered) toastSuccess(answered.message)
    reload()
  }

  return (
    <AdminPage
      title="Staff"
      lead="Everybody has an account of his own and does only what his role has. Accounts are deactivated, never deleted, so that the audit log keeps its names."
    >
      {failure !== undefined && <p className="error-summary mt-6">{`Error: ${failure}`}</p>}
      {answer && (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
          <InviteForm onInvited={reload} />
          {answer.invitations.length > 0 && (
            <div>
              <div className="table-frame list-table list-cards invitation-cards">
                <Table
                  caption="Invitations"
                  columns={invitationColumns((invitation) => void withdraw(invitation))}
                  rows={answer.invitations}
                  rowKey={({ _id }) => _id}
                />
              </div>
              <p className="mt-2 text-sm text-muted">
                An invitation also ends when its sender resets a forgotten password or is no longer an owner.
              </p>
            </div>
          )}
          <div className="table-frame list-table list-cards member-cards">
            <Table
              caption="People"
              columns={memberColumns({
                onRole: (member, role) => void changeRole(member, role),
                onSwitch: (member) => void switchMember(member),
                onSignOut: (member) => void signOut(member),
              })}
              rows={answer.members}
              rowKey={({ _id }) => _id}
            />
          </div>
          <section aria-labelledby="roles">
            <h2 id="roles" className="admin-subtitle">
              What each role has
            </h2>
            <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
              {STAFF_ROLES.map((role) => (
                <div key={role} className="sm:contents">
                  <dt className="font-semibold">{ROLE_LABELS[role].label}</dt>
                  <dd className="text-muted">{ROLE_LABELS[role].does}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      )}
    </AdminPage>
  )
}
