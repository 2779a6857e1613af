import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import type { Route } from './+types/reconciliation'

import { AdminPage, ListPages } from '#app/admin/shell/admin-page.tsx'
import { pageIn } from '#app/admin/shell/list-view.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser.ts'
import { serverApi } from '#app/api/context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatDate, formatDateTime } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import type { Finding, Reconciliation } from '#contract/reconciliation.ts'
import { WORDINGS } from '#contract/wordings.ts'

const ADDRESS = '/admin/reconciliation'
const PER_PAGE = 20
const POLL_MS = 2000

async function load(api: AdminApi, url: string) {
  const page = pageIn(new URL(url).searchParams)
  return { page, ...(await loadOrFailure(api.listReconciliations({ page, limit: PER_PAGE }), WORDINGS.fallback)) }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Reconciliation', isIndexed: false })

const isOpen = ({ status }: Reconciliation) => status === 'waiting' || status === 'running'

function Result({ reconciliation }: { reconciliation: Reconciliation }) {
  if (isOpen(reconciliation)) return <span className="text-muted">under way …</span>
  if (reconciliation.status === 'failed') {
    return <span className="font-semibold text-status-cancelled">Not finished. {reconciliation.failure}</span>
  }
  return reconciliation.mismatches === 0 ? (
    <span className="font-semibold text-status-delivered">The books agree</span>
  ) : (
    <span className="font-semibold text-status-placed">Differences, see below</span>
  )
}

const figure = (key: 'payments' | 'orders' | 'refunds' | 'mismatches', header: string): Column<Reconciliation> => ({
  key,
  header,
  align: 'end',
  cell: (row) => <span className="tabular-nums">{isOpen(row) ? '…' : row[key]}</span>,
})

const COLUMNS: Column<Reconciliation>[] = [
  {
    key: 'at',
    header: 'Compared',
    isRowHeader: true,
    cell: ({ createdAt, requestedBy }) => (
      <>
        <time dateTime={createdAt} className="tabular-nums">
          {formatDateTime(createdAt)}
        </time>
        <span className="block text-xs font-normal text-muted">
          {requestedBy === null ? 'by the shop itself' : `by ${requestedBy}`}
        </span>
      </>
    ),
  },
  { key: 'period', header: 'Period', cell: ({ from, to }) => `${formatDate(from)} - ${formatDate(to)}` },
  figure('payments', 'Payments'),
  figure('orders', 'Orders'),
  figure('refunds', 'Refunds'),
  figure('mismatches', 'Mismatches'),
  { key: 'result', header: 'Result', cell: (row) => <Result reconciliation={row} /> },
]

const MAX_FINDINGS_SHOWN = 50

const FINDING_COLUMNS: Column<Finding>[] = [
  { key: 'kind', header: 'Difference', isRowHeader: true, cell: ({ kind }) => kind },
  { key: 'subject', header: 'Payment or refund', cell: ({ subject }) => <code className="text-xs">{subject}</code> },
  { key: 'detail', header: 'What the books say', cell: ({ detail }) => detail },
  { key: 'action', header: 'What was done', cell: ({ action }) => <strong className="font-semibold">{action}</strong> },
]

/** The differences of one comparison, and what was done about each. */
function FindingsTable({ reconciliation: { createdAt, findings } }: { reconciliation: Reconciliation }) {
  const shown = findings.slice(0, MAX_FINDINGS_SHOWN)
  const more = findings.length - shown.length
  return (
    <>
      <div className="table-frame">
        <Table
          caption={`What differed on ${formatDateTime(createdAt)}`}
          columns={FINDING_COLUMNS}
          rows={shown}
          rowKey={({ kind, subject }) => `${kind} ${subject}`}
        />
      </div>
      {more > 0 && <p className="mt-2 text-sm text-muted">… and {more} more.</p>}
    </>
  )
}

/** Reloads the page every two seconds while a comparison is running. Returns the function that reloads it. */
function usePolling(isNeeded: boolean): () => Promise<void> {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isNeeded) return undefined
    const timer = setInterval(() => void revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isNeeded, revalidate])
  return revalidate
}

export default function AdminReconciliation({ loaderData: { page, answer, failure } }: Route.ComponentProps) {
  const rows = answer?.items ?? []
  const isRunning = rows.some(isOpen)
  const reload = usePolling(isRunning)
  const { isBusy, run } = useTask()

  async function compare() {
    const started = await answerOrToast(browserApi.requestReconciliation(), WORDINGS.fallback)
    if (started) toastSuccess(started.message)
    await reload()
  }

  return (
    <AdminPage title="Reconciliation">
      <div className="my-6 flex flex-wrap items-center justify-between gap-4">
        <p className="lead">
          The payment provider’s books against the shop’s: once a day for the last three days, and whenever you ask.
          What differs is mended, or named here.
        </p>
        <Button isPending={isBusy || isRunning} pendingText="Comparing..." onClick={() => void run(compare)}>
          Compare now
        </Button>
      </div>
      {failure !== undefined && <p className="error-summary">Error: {failure}</p>}
      {failure === undefined && rows.length === 0 && <EmptyState message="Nothing has been compared yet." />}
      {rows.length > 0 && (
        <div className="table-frame">
          <Table caption="Comparisons, newest first" columns={COLUMNS} rows={rows} rowKey={({ _id }) => _id} />
        </div>
      )}
      <ListPages path={ADDRESS} view={{ page }} total={answer?.total} perPage={PER_PAGE} />
      {rows
        .filter(({ findings }) => findings.length > 0)
        .map((row) => (
          <div key={row._id} className="mt-8">
            <FindingsTable reconciliation={row} />
          </div>
        ))}
    </AdminPage>
  )
}
