import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'

import type { Route } from './+types/tax'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { pageIn } from '#app/admin/list/query-parameters.ts'
import { amount, TaxFiles } from '#app/admin/tax/tax-files.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import type { AdminApi } from '#contract/admin-api.ts'
import { documentTitle, isOverMoney } from '#contract/tax/document-kinds.ts'
import type { TaxMonth } from '#contract/tax/tax-month.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'
import { ROWS_PER_PAGE } from '#contract/http/rows-per-page.ts'

const ADDRESS = '/admin/tax'

/** The two parts of the register. */
const LISTS = [
  { list: 'supplies', label: 'Invoices and credit notes' },
  { list: 'receipts', label: 'Receipts' },
] as const
type List = (typeof LISTS)[number]['list']

type Sums = TaxMonth['sums']
type RateRow = TaxMonth['rates'][number]
type KindRow = TaxMonth['kinds'][number]
type DocumentRow = TaxMonth['documents'][number]

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const page = pageIn(query)
  const month = query.get('month') || undefined
  const list: List = query.get('list') === 'receipts' ? 'receipts' : 'supplies'
  return {
    page,
    month,
    list,
    ...(await loadOrFailure(
      api.getTaxMonth({ month, list, page, limit: ROWS_PER_PAGE.taxDocuments }),
      WORDINGS.fallback,
    )),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Tax', isIndexed: false })

const sum = (key: keyof Sums, header: string): Column<Sums> => ({
  key,
  header,
  align: 'end',
  // A tax that does not apply is not read as a number.
  cell: (row) => <span className="tabular-nums">{row[key] === 0 && key !== 'total' ? '–' : amount(row[key])}</span>,
})
const SUMS = [
  sum('taxable', 'Taxable'),
  sum('central', 'Central'),
  sum('state', 'State/UT'),
  sum('integrated', 'Integrated'),
  sum('total', 'Total'),
]

const RATES: Column<RateRow>[] = [
  { key: 'place', header: 'Place of supply', isRowHeader: true, cell: (row) => `${row.stateName} (${row.stateCode})` },
  { key: 'rate', header: 'Rate', align: 'end', cell: ({ percent }) => (percent === null ? 'No tax' : `${percent} %`) },
  ...SUMS,
]
/** The tax of a supply stands on its invoice, and not on what is over its money. */
const WITHOUT_MONEY = SUMS.map((column): Column<Sums & Pick<DocumentRow, 'kind'>> =>
  column.key === 'total' ? column : { ...column, cell: (row) => (isOverMoney(row.kind) ? '–' : column.cell(row)) },
)
const KINDS: Column<KindRow>[] = [
  { key: 'kind', header: 'Document', isRowHeader: true, cell: ({ kind }) => documentTitle(kind) },
  { key: 'count', header: 'Number', align: 'end', cell: ({ count }) => count.toLocaleString('en-IN') },
  ...WITHOUT_MONEY,
]
const MONEY_KINDS: Column<KindRow>[] = KINDS.filter(({ key }) => ['kind', 'count', 'total'].includes(key))
const REGISTER: Column<DocumentRow>[] = [
  {
    key: 'number',
    header: 'Document',
    isRowHeader: true,
    cell: ({ _id, kind, number }) => (
      <>
        <a className="link tabular-nums" href={`/api/admin/documents/${_id}`} download>
          {number}
        </a>
        <span className="block text-xs font-normal text-muted">{documentTitle(kind)}</span>
      </>
    ),
  },
  { key: 'day', header: 'Date', cell: ({ issuedAt }) => formatDate(issuedAt) },
  {
    key: 'buyer',
    header: 'Buyer',
    cell: ({ buyer, gstin, orderId }) => (
      <>
        <Link className="link" to={`/admin/orders/${orderId}`}>
          {buyer}
        </Link>
        {gstin !== null && <span className="block text-xs text-muted">{gstin}</span>}
      </>
    ),
  },
  { key: 'place', header: 'Place of supply', cell: ({ stateName }) => stateName ?? '–' },
  ...WITHOUT_MONEY.filter(({ key }) => key === 'taxable' || key === 'total'),
]

function MonthForm({ month }: { month: string }) {
  return (
    <Form className="my-6 flex flex-wrap items-end gap-3" action={ADDRESS}>
      <TextField
        label="Month"
        type="month"
        name="month"
        key={month}
        defaultValue={month}
        pattern="20\d\d-(0[1-9]|1[0-2])"
        required
      />
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  )
}

function Ledger({ sums, ledger }: Pick<TaxMonth, 'sums' | 'ledger'>) {
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="heading heading-3 mt-8 mb-3">
        Beside the money
      </h2>
      <p>
        Invoices less credit notes: <strong className="tabular-nums">{amount(sums.total)}</strong>. Captured for them
        less refunded: <strong className="tabular-nums">{amount(ledger.total)}</strong>
        <span>{`. ${ledger.differing === 0 ? 'They are equal.' : `${ledger.differing} differ:`}`}</span>
      </p>
      <ul className="mt-2 list-disc pl-6">
        {ledger.differences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

interface PartProps<Row> {
  title: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** What stands between the title and the table. */
  children?: ReactNode
}

function Part<Row>({ title, children, ...table }: PartProps<Row>) {
  return (
    <>
      <h2 className="heading heading-3 mt-8 mb-3">{title}</h2>
      {children !== undefined && <div className="mb-3">{children}</div>}
      <div className="table-frame list-cards figure-cards">
        <Table caption={title} isCaptionHidden {...table} />
      </div>
    </>
  )
}

function Month({ answer, list }: { answer: TaxMonth; list: List }) {
  const { month, rates, kinds, documents, registration, returns } = answer
  const supplies = kinds.filter(({ kind }) => !isOverMoney(kind))
  const overMoney = kinds.filter(({ kind }) => isOverMoney(kind))
  return (
    <>
      {supplies.length === 0 && registration === 'none' && (
        <EmptyState message="A registered seller finds here the tax of each month: sums by state and rate, GSTR-1, and invoices and credit notes beside the money.">
          <Link className="link" to="/admin/settings">
            Enter the registration in the settings
          </Link>
        </EmptyState>
      )}
      {supplies.length === 0 && registration !== 'none' && (
        <EmptyState message="No invoice or credit note was issued in this month." />
      )}
      {(supplies.length > 0 || answer.ledger.differing > 0) && <Ledger {...answer} />}
      {kinds.length > 0 && (
        <>
          <TaxFiles month={month} returns={returns} />
          {supplies.length > 0 && (
            <Part title="By document" columns={KINDS} rows={supplies} rowKey={({ kind }) => kind} />
          )}
          {overMoney.length > 0 && (
            <Part title="Receipts" columns={MONEY_KINDS} rows={overMoney} rowKey={({ kind }) => kind}>
              Receipts are over the money of sales whose tax stands on the invoices: never add them to these.
            </Part>
          )}
        </>
      )}
      {rates.length > 0 && (
        <Part
          title="By state and rate"
          columns={RATES}
          rows={rates}
          rowKey={({ stateCode, percent }) => `${stateCode} ${percent}`}
        />
      )}
      {kinds.length > 0 && (
        <Part title="Register" columns={REGISTER} rows={documents} rowKey={({ _id }) => _id}>
          <Tabs
            label="Register"
            tabs={LISTS.map(({ list: one, label }) => ({
              label,
              to: `${ADDRESS}?month=${month}&list=${one}`,
              isCurrent: one === list,
            }))}
          />
        </Part>
      )}
      {kinds.length > 0 && documents.length === 0 && (
        <p className="mt-4 text-muted">
          {list === 'receipts' ? 'No receipts here.' : 'No invoices or credit notes here.'}
        </p>
      )}
    </>
  )
}

export default function AdminTax({ loaderData: { page, month, list, answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Tax"
      lead="What was supplied in a month in India, by its invoices and credit notes, and all documents beside the money."
    >
      <MonthForm month={answer?.month ?? month ?? ''} />
      {failure !== undefined && <p className="error-summary">{`Error: ${failure}`}</p>}
      {answer && <Month answer={answer} list={list} />}
      <ListPages
        path={ADDRESS}
        view={{ month: answer?.month, list: list === 'receipts' ? list : undefined, page }}
        total={answer?.documentsInAll}
        perPage={ROWS_PER_PAGE.taxDocuments}
      />
    </AdminPage>
  )
}
