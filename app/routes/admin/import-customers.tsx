import { useState, type SubmitEvent } from 'react'

import type { Route } from './+types/import-customers'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { CustomerImportAnswer } from '#contract/accounts/customer-import.ts'
import { messageOf } from '#contract/wordings/error-message.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Import customers', isIndexed: false })

type Customer = CustomerImportAnswer['customers'][number]

const COLUMNS: Column<Customer>[] = [
  { key: 'line', header: 'Line', cell: ({ line }) => line },
  {
    key: 'status',
    header: 'What happens',
    cell: ({ status }) => (
      <Badge kind={status === 'new' ? 'marigold' : 'plain'}>{status === 'new' ? 'New' : 'Rejected'}</Badge>
    ),
  },
  { key: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name || 'Without a name' },
  { key: 'email', header: 'E-mail', cell: ({ email }) => <span className="break-all">{email}</span> },
  {
    key: 'notes',
    header: 'Address and notes',
    cell: ({ hasAddress, notes }) => (
      <ul className="grid gap-1 text-sm">
        {hasAddress && <li>With an address</li>}
        {notes.map(({ reason }) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    ),
  },
]

export default function AdminImportCustomers() {
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<CustomerImportAnswer>()
  const [failure, setFailure] = useState<{ message: string }>()
  const { isBusy, run } = useTask()
  async function send(token?: string) {
    if (!file) return
    setFailure(undefined)
    try {
      setAnswer(await browserApi.importCustomers(file, token))
    } catch (error) {
      setAnswer(undefined)
      setFailure({ message: messageOf(error, WORDINGS.fallback) })
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(() => send())
  }
  return (
    <AdminPage
      title="Import customers"
      lead="The export of customers from Shopify as it is. Each gets an account without a password: they sign in by a code or set one by “Forgot password?”. Nobody gets a mail, and nobody is subscribed to anything."
    >
      <form className="card mt-6 grid max-w-2xl gap-5 p-6" onSubmit={submit}>
        <ErrorSummary failure={failure} />
        <Field label="CSV file">
          {(control) => (
            <input
              {...control}
              className="input"
              type="file"
              accept=".csv,text/csv"
              required
              onChange={(event) => {
                setFile(event.target.files?.[0])
                setAnswer(undefined)
                setFailure(undefined)
              }}
            />
          )}
        </Field>
        <Button type="submit" variant={answer ? 'outline' : 'primary'} isPending={isBusy} disabled={!file}>
          Show what would happen
        </Button>
      </form>
      {answer && (
        <section aria-label="Result" className="mt-8">
          <p role="status" className="notice">
            {`${answer.message} ${answer.counts.existing} have an account already and stay as they are. ${answer.counts.rejected} rejected.`}
          </p>
          {!answer.isApplied && answer.counts.new > 0 && (
            <Button className="mt-4" isPending={isBusy} onClick={() => void run(() => send(answer.token))}>
              {`Import ${answer.counts.new === 1 ? '1 customer' : `${answer.counts.new} customers`}`}
            </Button>
          )}
          {answer.customers.length > 0 && (
            <div className="table-frame mt-4">
              <Table
                caption="Customers of the file"
                isCaptionHidden
                columns={COLUMNS}
                rows={answer.customers}
                rowKey={({ line }) => String(line)}
              />
            </div>
          )}
        </section>
      )}
    </AdminPage>
  )
}
