import type { Route } from './+types/tax'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { pageIn } from '#app/admin/list/query-parameters.ts'
import { Month, MonthForm, TAX, type RegisterList } from '#app/admin/tax/tax-month-view.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const page = pageIn(query)
  const month = query.get('month') || undefined
  const list: RegisterList = query.get('list') === 'receipts' ? 'receipts' : 'supplies'
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

export default function AdminTax({ loaderData: { page, month, list, answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Tax"
      lead="What was supplied in a month in India, by its invoices and credit notes, and all documents beside the money."
    >
      <MonthForm month={answer?.month ?? month ?? ''} />
      <LoadFailure failure={failure} />
      {answer && <Month answer={answer} list={list} />}
      <ListPages
        path={TAX}
        view={{ month: answer?.month, list: list === 'receipts' ? list : undefined, page }}
        total={answer?.documentsInAll}
        perPage={ROWS_PER_PAGE.taxDocuments}
      />
    </AdminPage>
  )
}
