import { useState } from 'react'

import type { Route } from './+types/reconciliation'

import { ListSection } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage } from '#app/admin/list/list-calls.ts'
import * as comparisons from '#app/admin/reconciliation/comparison-columns.tsx'
import { CompareButton } from '#app/admin/reconciliation/compare-button.tsx'
import * as findings from '#app/admin/reconciliation/reconciliation-finding-columns.tsx'
import * as view from '#app/admin/reconciliation/reconciliation-view.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'

export const loader = ({ context, request }: Route.LoaderArgs) =>
  view.loadReconciliation(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => view.loadReconciliation(browserApi, request.url)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, view.CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, view.CALLS)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Reconciliation', isIndexed: false })

export default function AdminReconciliation({ loaderData }: Route.ComponentProps) {
  const { show, found, compared } = loaderData
  const [notedId, note] = useState<string>()
  return (
    <AdminPage
      title="Reconciliation"
      lead="The payment provider’s records against the shop’s: once a day for the last three days, and whenever you ask. What differs is mended, or named here."
      actions={<CompareButton isRunning={compared.answer?.items.some(comparisons.isOpen) ?? false} />}
    >
      <ListSection
        {...found}
        path={view.RECONCILIATION}
        pageName="found"
        tabs={view.tabsOf(show, found.answer?.total)}
        perPage={ROWS_PER_PAGE.findings}
        caption={view.LIST_LABELS[show]}
        columns={findings.findingColumns(notedId, note)}
        cards={findings.FINDING_CARDS}
        empty={{
          message: show === 'open' ? 'Nothing to deal with.' : 'Nothing here.',
          hint: 'A difference that a comparison finds stands here until somebody says what came of it.',
        }}
      />
      <h2 className="heading heading-3 mt-10 mb-4">Comparisons</h2>
      <ListSection
        {...compared}
        path={view.RECONCILIATION}
        perPage={ROWS_PER_PAGE.reconciliations}
        caption="Comparisons, newest first"
        columns={comparisons.COMPARISON_COLUMNS}
        cards={comparisons.COMPARISON_CARDS}
        empty={{ message: 'Nothing has been compared yet.', hint: '“Compare now” above begins.' }}
      />
    </AdminPage>
  )
}
