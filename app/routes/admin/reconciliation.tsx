import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import type { Route } from './+types/reconciliation'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { ReconciliationFindings } from '#app/admin/reports/reconciliation-findings.tsx'
import { choiceIn, listAddress, pageIn } from '#app/admin/list/query-parameters.ts'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatDate, formatDateTime } from '#app/ui/format-date.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import { FINDING_LISTS } from '#contract/orders/reconciliation-finding-kinds.ts'
import type { Reconciliation } from '#contract/orders/reconciliation.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'
import { ROWS_PER_PAGE } from '#contract/http/rows-per-page.ts'

const ADDRESS = '/admin/reconciliation'
const POLL_MS = 2000

type Shown = (typeof FINDING_LISTS)[number]

const LIST_LABELS: Record<Shown, string> = {
  open: 'Open findings',
  dealt: 'Dealt with',
  others: 'Of no checkout here',
}

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const page = pageIn(query)
  const findingsPage = pageIn(new URLSearchParams({ page: query.get('found') ?? '' }))
  const show = choiceIn(query, 'show', FINDING_LISTS) ?? 'open'
  const [comparisons, findings] = await Promise.all([
    loadOrFailure(api.listReconciliations({ page, limit: ROWS_PER_PAGE.reconciliations }), WORDINGS.fallback),
    loadOrFailure(
      api.listFindings({ list: show, page: findingsPage, limit: ROWS_PER_PAGE.findings }),
      WORDINGS.fallback,
    ),
  ])
  return { page, findingsPage, show, ...comparisons, findings }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Reconciliation', isIndexed: false })

const isOpen = ({ status }: Reconciliation) => status === 'waiting' || status === 'running'

function Result({ reconciliation }: { reconciliation: Reconciliation }) {
  if (isOpen(reconciliation)) return <span className="text-muted">under way …</span>
  if (reconciliation.status === 'failed') {
    const text = `Not finished. ${reconciliation.failure}`
    return (
      <ExpandableText start={text} closeLabel="Close">
        <span className="font-semibold text-status-cancelled">{text}</span>
      </ExpandableText>
    )
  }
  return reconciliation.mismatches === 0 ? (
    <span className="font-semibold text-status-delivered">No differences</span>
  ) : (
    <span className="font-semibold text-status-placed">Differences, see above</span>
  )
}

const figure = (key: 'payments' | 'orders' | 'refunds' | 'mismatches', header: string): Column<Reconciliation> => ({
  key,
  header,
  align: 'end',
  className: 'sm:w-24',
  cell: (row) => <span className="tabular-nums">{isOpen(row) ? '…' : row[key]}</span>,
})

const COLUMNS: Column<Reconciliation>[] = [
  {
    key: 'at',
    header: 'Compared',
    className: 'sm:w-40',
    isRowHeader: true,
    cell: ({ createdAt, requestedBy }) => (
      <>
        <time dateTime={createdAt} className="tabular-nums">
          {formatDateTime(createdAt)}
        </time>
        <span className="block truncate text-xs font-normal text-muted">
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

function FindingTabs({ shown, total }: { shown: Shown; total: number | undefined }) {
  return (
    <Tabs
      label="Findings"
      tabs={FINDING_LISTS.map((list) => ({
        label: LIST_LABELS[list],
        to: listAddress(ADDRESS, { show: list === 'open' ? undefined : list }),
        isCurrent: list === shown,
        ...(list === shown && total !== undefined && { count: total }),
      }))}
    />
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

export default function AdminReconciliation({
  loaderData: { page, findingsPage, show, answer, failure, findings },
}: Route.ComponentProps) {
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
    <AdminPage
      title="Reconciliation"
      lead="The payment provider’s books against the shop’s: once a day for the last three days, and whenever you ask. What differs is mended, or named here."
      actions={
        <Button isPending={isBusy || isRunning} pendingText="Comparing..." onClick={() => void run(compare)}>
          Compare now
        </Button>
      }
    >
      <div className="mt-4">
        <FindingTabs shown={show} total={findings.answer?.total} />
      </div>
      {findings.failure !== undefined && <p className="error-summary mt-6">{`Error: ${findings.failure}`}</p>}
      {findings.answer?.items.length === 0 && (
        <div className="mt-6">
          <EmptyState message={show === 'open' ? 'Nothing to deal with.' : 'Nothing here.'} />
        </div>
      )}
      {findings.answer && findings.answer.items.length > 0 && (
        <div className="mt-4">
          <ReconciliationFindings caption={LIST_LABELS[show]} findings={findings.answer.items} onChange={reload} />
        </div>
      )}
      <div className="mt-6">
        <Pagination
          current={findingsPage}
          total={Math.ceil((findings.answer?.total ?? 0) / ROWS_PER_PAGE.findings)}
          hrefFor={(to) => listAddress(ADDRESS, { show, found: to > 1 ? to : undefined })}
        />
      </div>
      <h2 className="heading heading-3 mt-10 mb-4">Comparisons</h2>
      {failure !== undefined && <p className="error-summary">{`Error: ${failure}`}</p>}
      {failure === undefined && rows.length === 0 && <EmptyState message="Nothing has been compared yet." />}
      {rows.length > 0 && (
        <div className="table-frame list-table list-cards comparison-cards">
          <Table
            caption="Comparisons, newest first"
            isCaptionHidden
            columns={COLUMNS}
            rows={rows}
            rowKey={({ _id }) => _id}
          />
        </div>
      )}
      <ListPages path={ADDRESS} view={{ show, page }} total={answer?.total} perPage={ROWS_PER_PAGE.reconciliations} />
    </AdminPage>
  )
}
