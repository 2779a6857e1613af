import { Link, useSubmit } from 'react-router'

import { actionColumn } from '#app/admin/list/action-column.tsx'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { CallForm } from '#app/admin/list/call-form.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { ADMIN_UNDO_MS } from '#app/ui/toast-durations.ts'
import { toastSuccess } from '#app/ui/toast.tsx'
import { formatTotal } from '#contract/units/money.ts'
import { MAX_NOTE_CHARACTERS } from '#contract/orders/reconciliation-finding-kinds.ts'
import type { FindingKey, ListedFinding } from '#contract/orders/reconciliation.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

/** A finding and what names it in calls. */
export type FindingRow = ListedFinding & { _id: string }

const textOf = ({ kind, subject, amount }: FindingKey) => JSON.stringify({ kind, subject, amount })

/** Findings with ids: nothing but its kind, subject and amount tells a finding from others. */
export const withIds = (findings: readonly ListedFinding[]): FindingRow[] =>
  findings.map((finding) => ({ ...finding, _id: textOf(finding) }))

/** What a finding's id stands for. */
export const keyOf = (id: string) => JSON.parse(id) as FindingKey

/** Asks for a note and marks the finding as dealt with. A note that was not saved stays in the field. */
function NoteForm({ id, onClose }: { id: string; onClose(): void }) {
  const submit = useSubmit()
  function tell() {
    const onAct = () => void submit({ act: 'reopen', id }, { method: 'post', navigate: false })
    toastSuccess('Dealt with.', { label: 'Undo', onAct }, ADMIN_UNDO_MS)
    onClose()
  }
  return (
    <CallForm
      act="deal"
      id={id}
      className="grid gap-2"
      onDone={tell}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {({ failure, isBusy }) => (
        <>
          <TextField
            label="Note"
            name="note"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens at the press of a button
            autoFocus
            maxLength={MAX_NOTE_CHARACTERS}
            error={failure?.message}
          />
          <div className="row-actions">
            <Button type="submit" isSmall isPending={isBusy}>
              Save
            </Button>
            <Button variant="outline" isSmall onClick={onClose}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </CallForm>
  )
}

type DealtWith = NonNullable<ListedFinding['dealt']>

const startOf = ({ note, by, at }: DealtWith, isOpen: boolean) =>
  [isOpen && 'Found again.', note, `${by ?? 'Somebody who is gone'}, ${formatDateTime(at)}`].filter(Boolean).join(' ')

function Dealt({ dealt: { note, by, at }, isOpen }: { dealt: DealtWith; isOpen: boolean }) {
  return (
    <p className="text-sm text-muted">
      {isOpen && <span>Found again. </span>}
      {note && <span className="block text-ink wrap-anywhere">{note}</span>}
      <span>{`${isOpen ? 'Dealt with before: ' : ''}${by ?? 'Somebody who is gone'}, ${formatDateTime(at)}`}</span>
    </p>
  )
}

const FACTS: Column<FindingRow>[] = [
  {
    key: 'kind',
    header: 'Difference',
    className: 'sm:w-1/5',
    isRowHeader: true,
    card: 'kind',
    cell: ({ kind, foundAt }) => (
      <>
        <span className="line-clamp-2 leading-tight">{kind}</span>
        <span className="block truncate text-xs leading-tight font-normal text-muted" title={formatDateTime(foundAt)}>
          {`found ${formatDateTime(foundAt)}`}
        </span>
      </>
    ),
  },
  {
    key: 'order',
    header: 'Order',
    className: 'sm:w-20',
    card: { area: 'order', look: 'end' },
    cell: ({ orderId }) =>
      orderId === null ? (
        <span className="max-sm:hidden">–</span>
      ) : (
        <Link className="link inline-block leading-6 whitespace-nowrap" to={`/admin/orders/${orderId}`}>
          {`#${shortIdOf(orderId)}`}
        </Link>
      ),
  },
  {
    key: 'amount',
    header: 'Amount',
    className: 'sm:w-24',
    align: 'end',
    card: 'amount',
    cell: ({ amount }) => (amount === null ? '–' : <span className="price">{formatTotal(amount)}</span>),
  },
  {
    key: 'detail',
    header: 'What was found',
    card: 'detail',
    cell: ({ subject, detail }) => (
      <ExpandableText isOneLineOnCards start={detail} closeLabel="Close">
        <p>{detail}</p>
        <code className="block text-xs text-muted">{subject}</code>
      </ExpandableText>
    ),
  },
]

function Outcome({ row: { action, dealt, isOpen } }: { row: FindingRow }) {
  if (!dealt) return <TwoLineText text={action} />
  return (
    <ExpandableText start={startOf(dealt, isOpen)} closeLabel="Close">
      <strong className="font-semibold">{action}</strong>
      <Dealt dealt={dealt} isOpen={isOpen} />
    </ExpandableText>
  )
}

export const FINDING_CARDS: Cards = {
  lines: ['kind amount', 'kind order', 'detail detail', 'action actions'],
  columns: 'minmax(0, 1fr) auto',
}

/** The columns of the findings of comparisons. `notedId` is the finding whose note is being written. */
export const findingColumns = (
  notedId: string | undefined,
  note: (id: string | undefined) => void,
): Column<FindingRow>[] => [
  ...FACTS,
  {
    key: 'action',
    header: 'What was done',
    card: 'action',
    cell: (row) =>
      row._id === notedId ? (
        <>
          <TwoLineText text={row.action} />
          <NoteForm id={row._id} onClose={() => note(undefined)} />
        </>
      ) : (
        <Outcome row={row} />
      ),
  },
  actionColumn('sm:w-36', [
    { label: () => 'Open again', act: 'reopen', isFor: ({ isOpen }) => !isOpen },
    { label: () => 'Dealt with', press: ({ _id }) => note(_id), isFor: (row) => row.isOpen && row._id !== notedId },
  ]),
]
