import type { Route } from './+types/return-reasons'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { REASON_CARDS, REASON_COLUMNS } from '#app/admin/returns/reason-columns.tsx'
import { RETURNED_SIZES, RETURNS } from '#app/admin/returns/return-list-view.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { FEWEST_WHO_RETURNED } from '#contract/returns/return-limits.ts'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search') }
  return {
    view,
    ...(await loadOrFailure(
      api.listReturnedSizes({ ...view, limit: ROWS_PER_PAGE.returns }),
      'Failed to load what came back',
    )),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Why pieces come back', isIndexed: false })

export default function AdminReturnReasons({ loaderData }: Route.ComponentProps) {
  return (
    <AdminList
      path={RETURNED_SIZES}
      title="Why pieces come back"
      lead={`By product and size, of what has arrived. Where more than half of at least ${FEWEST_WHO_RETURNED} people found a size too small or too large, its page says so.`}
      actions={
        <ButtonLink to={RETURNS} variant="outline" isSmall>
          All returns
        </ButtonLink>
      }
      search={{ name: 'Products', placeholder: 'Product or size' }}
      list={loaderData}
      perPage={ROWS_PER_PAGE.returns}
      caption="What came back, the most pieces first"
      columns={REASON_COLUMNS}
      cards={REASON_CARDS}
      rowKey={({ product, size }) => `${product._id} ${size}`}
      empty={{ message: 'Nothing has come back yet.', hint: 'What is returned is counted here with its reason.' }}
    />
  )
}
