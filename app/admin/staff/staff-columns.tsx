import { useFetcher } from 'react-router'

import { actionColumn } from '#app/admin/list/action-column.tsx'
import { PersonCell } from '#app/admin/list/person-cell.tsx'
import { ROLE_LABELS } from '#app/admin/staff/role-labels.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Column } from '#app/ui/table.tsx'
import { answerOrToast } from '#app/ui/toast.tsx'
import { STAFF_ROLES } from '#contract/accounts/staff-roles.ts'
import type { StaffMember } from '#contract/accounts/staff.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** The role of a member. Another one is asked about and then sent as the call `role`. */
function Role({ _id, email, staffRole }: StaffMember) {
  const fetcher = useFetcher()
  async function change(role: string) {
    const known = STAFF_ROLES.find((one) => one === role)
    if (!known) return
    const question = `Change the role of ${email} to ${ROLE_LABELS[known].label}?`
    if (!(await showConfirm({ question, confirmLabel: 'Change role' }))) return
    await fetcher.submit({ act: 'role', id: _id, role }, { method: 'post' })
  }
  return (
    <SelectField
      label={`Role of ${email}`}
      isLabelHidden
      value={staffRole}
      onChange={({ target }) => void change(target.value)}
    >
      {STAFF_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_LABELS[role].label}
        </option>
      ))}
    </SelectField>
  )
}

/** Asks before everybody's sessions end, and names the devices. */
async function askToSignOut({ _id, email }: StaffMember) {
  const found = await answerOrToast(browserApi.listStaffSessions(_id), WORDINGS.fallback)
  if (!found) return undefined
  const devices = found.signIns.map(({ device, network }) => [device || 'Unknown device', network].join(' ').trim())
  const question = `Log out ${email} everywhere, in the admin area and in the shop? Now: ${devices.join('; ') || 'nowhere'}.`
  return { question, confirmLabel: 'Log out' }
}

const day = (at: string) => <span className="tabular-nums">{formatDateTime(at)}</span>

const MEMBER_COLUMNS: Column<StaffMember>[] = [
  { key: 'person', header: 'Person', isRowHeader: true, card: 'person', cell: PersonCell },
  { key: 'role', header: 'Role', className: 'sm:w-40', card: 'role', cell: (member) => <Role {...member} /> },
  {
    key: 'seen',
    header: 'Last seen',
    className: 'sm:w-32',
    isWideOnly: true,
    card: { area: 'seen', label: 'Last seen' },
    cell: ({ seenAt }) => (seenAt ? day(seenAt) : <span className="text-muted">not signed in</span>),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'sm:w-28',
    card: 'status',
    cell: ({ deactivatedAt }) => <Badge>{deactivatedAt ? 'Deactivated' : 'Active'}</Badge>,
  },
  actionColumn('sm:w-76', [
    {
      act: 'deactivate',
      label: () => 'Deactivate',
      name: ({ email }) => `Deactivate ${email}`,
      isFor: ({ deactivatedAt }) => deactivatedAt === null,
      ask: ({ email }) => ({
        question: `Deactivate ${email}? Every session ends at once.`,
        confirmLabel: 'Deactivate',
      }),
    },
    {
      act: 'activate',
      label: () => 'Activate',
      name: ({ email }) => `Activate ${email}`,
      isFor: ({ deactivatedAt }) => deactivatedAt !== null,
    },
    {
      act: 'signOut',
      label: () => 'Log out',
      name: ({ email }) => `Log out ${email} everywhere`,
      isFor: ({ seenAt }) => seenAt !== null,
      ask: askToSignOut,
    },
    {
      to: ({ _id }) => `/admin/audit?person=${_id}`,
      label: () => 'What they did',
      name: ({ email }) => `What ${email} did`,
    },
  ]),
]

/** The people who have, or had, access. */
export const MEMBERS = {
  columns: MEMBER_COLUMNS,
  cards: {
    lines: ['person status', 'seen role', 'actions actions'],
    columns: 'minmax(0, 1fr) auto',
  },
}
