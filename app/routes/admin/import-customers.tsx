import type { Route } from './+types/import-customers'

import { CsvForm } from '#app/admin/csv/csv-form.tsx'
import { useCsvImport } from '#app/admin/csv/use-csv-import.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import type { CustomerImportAnswer } from '#contract/accounts/customer-import.ts'
import { counted } from '#contract/words/counted.ts'

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
  const at = useCsvImport<object, CustomerImportAnswer>({
    send: (file, _choices, token) => browserApi.importCustomers(file, token),
    initial: {},
  })
  const { answer, isBusy, apply } = at
  return (
    <AdminPage
      title="Import customers"
      lead="The export of customers from Shopify or WooCommerce as it is. Each gets an account without a password: they sign in by a code or set one by “Forgot password?”. Nobody gets a mail, and nobody is subscribed to anything."
    >
      <CsvForm at={at} submitLabel="Show what would happen" />
      {answer && (
        <section aria-label="Result" className="mt-8">
          <p role="status" className="notice">
            {`${answer.message} ${answer.counts.existing} have an account already and stay as they are. ${answer.counts.rejected} rejected.`}
          </p>
          {!answer.isApplied && answer.counts.new > 0 && (
            <Button className="mt-4" isPending={isBusy} onClick={apply}>
              {`Import ${counted(answer.counts.new, 'customer')}`}
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
