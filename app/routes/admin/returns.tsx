import type { Route } from './+types/returns'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { RETURN_CARDS, returnColumns } from '#app/admin/returns/return-columns.tsx'
import { loadReturns, RETURNED_SIZES, RETURNS, RETURNS_PER_PAGE, tabsOf } from '#app/admin/returns/return-list-view.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'

export const loader = ({ context, request }: Route.LoaderArgs) => loadReturns(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadReturns(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin returns', isIndexed: false })

export default function AdminReturns({ loaderData: { view, counts, ...loaded } }: Route.ComponentProps) {
  const mayDo = useMayDo()
  return (
    <AdminList
      path={RETURNS}
      title="Returns"
      lead="What comes back. Where its pieces are and what becomes of its money are two things; neither waits for the other."
      actions={
        mayDo('returnDecisions') && (
          <ButtonLink to={RETURNED_SIZES} variant="outline" isSmall>
            Why pieces come back
          </ButtonLink>
        )
      }
      search={{ name: 'Returns', placeholder: 'Customer, or the id of the order or return', kept: ['waits'] }}
      tabs={tabsOf(view, counts, mayDo('payers'))}
      list={{ view, ...loaded }}
      perPage={RETURNS_PER_PAGE}
      caption="Returns, newest first"
      columns={returnColumns(mayDo('payers'))}
      cards={RETURN_CARDS}
      empty={{
        message: 'No returns found.',
        hint: 'Customers ask for one in their order. For them, “Take back” on the order’s page does it at any time.',
      }}
    />
  )
}
