import type { Route } from './+types/offers'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { pageIn } from '#app/admin/list/query-parameters.ts'
import { OFFER_CARDS, OFFER_COLUMNS } from '#app/admin/offers/offer-columns.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'

const ADDRESS = '/admin/offers'

async function load(api: AdminApi, url: string) {
  const view = { page: pageIn(new URL(url).searchParams) }
  return {
    view,
    ...(await loadOrFailure(api.listOffers({ ...view, limit: ROWS_PER_PAGE.offers }), 'Failed to load offers')),
  }
}

const SWITCH_FAILED = 'Failed to change the offer'
const CALLS: ListCalls = {
  on: { call: (api, { id }) => api.switchOffer(id, true), failed: SWITCH_FAILED },
  off: { call: (api, { id }) => api.switchOffer(id, false), failed: SWITCH_FAILED },
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin offers', isIndexed: false })

export default function AdminOffers({ loaderData }: Route.ComponentProps) {
  return (
    <AdminList
      path={ADDRESS}
      title="Offers"
      lead="A cart gets the one offer that takes most off. Offers are not added up."
      actions={
        <ButtonLink to={`${ADDRESS}/new`} isSmall>
          Create offer
        </ButtonLink>
      }
      list={loaderData}
      perPage={ROWS_PER_PAGE.offers}
      caption="Offers, newest first"
      columns={OFFER_COLUMNS}
      cards={OFFER_CARDS}
      empty={{ message: 'No offers yet. Create one with a code, or one that applies by itself.' }}
    />
  )
}
