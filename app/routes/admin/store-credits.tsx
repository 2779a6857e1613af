import type { Route } from './+types/store-credits'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { HOLDER_CARDS, HOLDER_COLUMNS } from '#app/admin/store-credit/holder-columns.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { CreditSums } from '#contract/accounts/store-credit.ts'

const ADDRESS = '/admin/store-credit'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search') }
  const [holders, sums] = await Promise.all([
    loadOrFailure(
      api.listCreditHolders({ ...view, limit: ROWS_PER_PAGE.creditHolders }),
      'Failed to load store credit',
    ),
    api.getCreditSums().catch(() => undefined),
  ])
  return { view, sums, ...holders }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin store credit', isIndexed: false })

/** What the shop owes, and what became of the rest. */
const Sums = ({ owed, given, used, expired, takenBack }: CreditSums) => (
  <p className="mb-3 text-sm">
    <strong>{`The shop owes ${formatTotal(owed)}`}</strong>
    <span>{` of ${formatTotal(given)} given: ${formatTotal(used)} used, ${formatTotal(expired)} ended, ${formatTotal(takenBack)} taken back.`}</span>
  </p>
)

export default function AdminStoreCredits({ loaderData }: Route.ComponentProps) {
  const { sums } = loaderData
  return (
    <AdminList
      path={ADDRESS}
      title="Store credit"
      lead="What customers can pay with at the checkout. You give it, and take it back, from a customer’s order or this list."
      actions={
        <a className="btn btn-outline btn-small" href="/api/admin/store-credit/export" download>
          Export as CSV
        </a>
      }
      search={{ name: 'Store credit', placeholder: 'Name or e-mail' }}
      list={loaderData}
      perPage={ROWS_PER_PAGE.creditHolders}
      above={sums && <Sums {...sums} />}
      caption="Customers with store credit, who has most first"
      columns={HOLDER_COLUMNS}
      cards={HOLDER_CARDS}
      empty={{
        message: 'Nobody has store credit.',
        hint: 'Open an order, and give its customer some under “Customer”.',
      }}
    />
  )
}
