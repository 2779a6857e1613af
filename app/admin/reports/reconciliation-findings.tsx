import { useState } from 'react'
import { Link } from 'react-router'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { ADMIN_UNDO_MS } from '#app/ui/toast-durations.ts'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { messageOf } from '#contract/wordings/error-message.ts'
import { formatTotal } from '#contract/money.ts'
import { MAX_NOTE_CHARACTERS } from '#contract/orders/reconciliation-finding-kinds.ts'
import type { FindingKey, ListedFinding } from '#contract/orders/reconciliation.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

const keyOf = ({ kind, subject, amount }: ListedFinding): FindingKey => ({ kind, subject, amount })
const idOf = ({ kind, subject, amount }: ListedFinding) => `${kind} ${subject} ${amount}`

interface NoteFormProps {
  finding: ListedFinding
  onDone(): Promise<void>
  onCancel(): void
}

/** Asks for a note and marks the finding as dealt with. A note that was not saved stays in the field. */
function NoteForm({ finding, onDone, onCancel }: NoteFormProps) {
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string>()
  const { isBusy, run } = useTask()

  async function save() {
    setFailure(undefined)
    try {
      await browserApi.dealWithFinding({ ...keyOf(finding), note })
      await onDone()
    } catch (error) {
      setFailure(messageOf(error, WORDINGS.fallback))
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape gives it up
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void run(save)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <TextField
        label="Note"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens at the press of a button
        autoFocus
        maxLength={MAX_NOTE_CHARACTERS}
        value={note}
        error={failure}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <div className="row-actions">
        <Button type="submit" isSmall isPending={isBusy}>
          Save
        </Button>
        <Button variant="outline" isSmall onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
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

const FACTS: Column<ListedFinding>[] = [
  {
    key: 'kind',
    header: 'Difference',
    className: 'sm:w-1/5',
    isRowHeader: true,
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
    cell: ({ orderId }) =>
      orderId === null ? (
        <span className="max-sm:hidden">–</span>
      ) : (
        <Link className="link whitespace-nowrap" to={`/admin/orders/${orderId}`}>
          {`#${shortIdOf(orderId)}`}
        </Link>
      ),
  },
  {
    key: 'amount',
    header: 'Amount',
    className: 'sm:w-24',
    align: 'end',
    cell: ({ amount }) => (amount === null ? '–' : <span className="price">{formatTotal(amount)}</span>),
  },
  {
    key: 'detail',
    header: 'What was found',
    cell: ({ subject, detail }) => (
      <ExpandableText start={detail} closeLabel="Close">
        <p>{detail}</p>
        <code className="block text-xs text-muted">{subject}</code>
      </ExpandableText>
    ),
  },
]

interface FindingsListProps {
  caption: string
  findings: readonly ListedFinding[]
  /** Loads the lists and their counts again. */
  onChange(): Promise<void>
}

/** The findings of comparisons, each with a button that marks it as dealt with or opens it again. */
export function ReconciliationFindings({ caption, findings, onChange }: FindingsListProps) {
  const [noted, setNoted] = useState<string>()

  async function reopen(finding: ListedFinding) {
    if (!(await answerOrToast(browserApi.reopenFinding(keyOf(finding)), WORDINGS.fallback))) return
    toastSuccess('Open again.')
    await onChange()
  }
  async function done(finding: ListedFinding) {
    setNoted(undefined)
    toastSuccess('Dealt with.', { label: 'Undo', onAct: () => void reopen(finding) }, ADMIN_UNDO_MS)
    await onChange()
  }

  const outcome: Column<ListedFinding> = {
    key: 'action',
    header: 'What was done',
    cell: (finding) => {
      const { action, dealt, isOpen } = finding
      if (noted === idOf(finding)) {
        return (
          <>
            <TwoLineText text={action} />
            <NoteForm finding={finding} onDone={() => done(finding)} onCancel={() => setNoted(undefined)} />
          </>
        )
      }
      if (!dealt) return <TwoLineText text={action} />
      return (
        <ExpandableText start={startOf(dealt, isOpen)} closeLabel="Close">
          <strong className="font-semibold">{action}</strong>
          <Dealt dealt={dealt} isOpen={isOpen} />
        </ExpandableText>
      )
    },
  }
  const actions: Column<ListedFinding> = {
    key: 'actions',
    header: 'Actions',
    className: 'sm:w-36',
    cell: (finding) => {
      if (!finding.isOpen) {
        return (
          <Button variant="outline" isSmall onClick={() => void reopen(finding)}>
            Open again
          </Button>
        )
      }
      if (noted === idOf(finding)) return null
      return (
        <Button variant="outline" isSmall className="whitespace-nowrap" onClick={() => setNoted(idOf(finding))}>
          Dealt with
        </Button>
      )
    },
  }

  return (
    <div className="table-frame list-table list-cards finding-cards">
      <Table caption={caption} isCaptionHidden columns={[...FACTS, outcome, actions]} rows={findings} rowKey={idOf} />
    </div>
  )
}
