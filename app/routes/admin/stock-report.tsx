import type { Route } from './+types/stock-report'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { choiceIn, dayIn, listAddress, pageIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { REPORT_CARDS, reportColumns } from '#app/admin/stock/stock-report-columns.tsx'
import { ReportSearch } from '#app/admin/stock/stock-report-search.tsx'
import { STOCK_REPORT, stockTabs } from '#app/admin/stock/stock-view.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { REPORT_GROUPS } from '#contract/stock/stock-report-groups.ts'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = {
    by: choiceIn(query, 'by', REPORT_GROUPS) ?? 'product',
    from: dayIn(query, 'from'),
    to: dayIn(query, 'to'),
    page: pageIn(query),
  }
  return {
    view,
    ...(await loadOrFailure(
      api.getStockReport({ ...view, limit: ROWS_PER_PAGE.stockReport }),
      'Failed to load the report',
    )),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Stock report', isIndexed: false })

export default function AdminStockReport({ loaderData }: Route.ComponentProps) {
  const { by, from, to } = loaderData.view
  return (
    <AdminList
      path={STOCK_REPORT}
      title="Stock"
      lead="What was taken in, sold and written off, and what it cost by moving average. A margin is only told where the cost of each sold piece is known."
      actions={
        <a
          className="btn btn-outline btn-small"
          href={listAddress('/api/admin/stock/report/export', { by, from, to })}
          download
        >
          Download CSV
        </a>
      }
      filters={<ReportSearch by={by} from={from} to={to} />}
      tabs={stockTabs(STOCK_REPORT)}
      list={loaderData}
      perPage={ROWS_PER_PAGE.stockReport}
      caption="Stock, sales and margin"
      columns={reportColumns(by)}
      cards={REPORT_CARDS}
      rowKey={({ key }) => key}
      empty={{ message: 'Nothing was taken in, sold or written off.', hint: 'Choose other days above.' }}
    />
  )
}
