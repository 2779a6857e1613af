import { actionColumn } from '#app/admin/list/action-column.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { ROLE_LABELS } from '#app/admin/staff/role-labels.ts'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Column } from '#app/ui/table.tsx'
import type { StaffInvitation } from '#contract/accounts/staff.ts'

const INVITATION_COLUMNS: Column<StaffInvitation>[] = [
  {
    key: 'email',
    header: 'E-mail',
    isRowHeader: true,
    card: 'email',
    cell: ({ email }) => (
      <TwoLineText text={email}>
        <BreakableEmail email={email} />
      </TwoLineText>
    ),
  },
  { key: 'role', header: 'Role', card: 'role', cell: ({ staffRole }) => ROLE_LABELS[staffRole].label },
  {
    key: 'until',
    header: 'Works until',
    card: { area: 'until', label: 'Works until' },
    cell: ({ expiresAt, hasEnded }) =>
      hasEnded ? 'Has ended' : <span className="tabular-nums">{formatDateTime(expiresAt)}</span>,
  },
  actionColumn('', [
    {
      act: 'withdraw',
      label: () => 'Withdraw',
      name: ({ email }) => `Withdraw the invitation of ${email}`,
      ask: ({ email }) => ({
        question: `Withdraw the invitation of ${email}? Its link ends.`,
        confirmLabel: 'Withdraw',
      }),
    },
  ]),
]

/** The invitations that wait. */
export const INVITATIONS = {
  columns: INVITATION_COLUMNS,
  cards: { lines: ['email role', 'until actions'], columns: 'minmax(0, 1fr) auto' },
}
