import { useRevalidator } from 'react-router'

import type { Route } from './+types/collections'

import { COLLECTION_CARDS, collectionColumns } from '#app/admin/collections/collection-columns.tsx'
import { useDeleteCollection } from '#app/admin/collections/use-delete-collection.ts'
import { AdminList } from '#app/admin/list/admin-list.tsx'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'

const ADDRESS = '/admin/collections'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search') }
  return {
    view,
    ...(await loadOrFailure(
      api.listCollectionsForAdmin({ ...view, limit: ROWS_PER_PAGE.collections }),
      'Failed to load collections',
    )),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Collections', isIndexed: false })

export default function AdminCollections({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const deleteCollection = useDeleteCollection(() => void revalidate())
  return (
    <AdminList
      path={ADDRESS}
      title="Collections"
      lead="Products that are shown together at an address of their own, chosen by hand or by a rule."
      actions={
        <ButtonLink to={`${ADDRESS}/new`} isSmall>
          Create collection
        </ButtonLink>
      }
      list={loaderData}
      perPage={ROWS_PER_PAGE.collections}
      caption="Collections by title"
      columns={collectionColumns(deleteCollection)}
      cards={COLLECTION_CARDS}
      empty={{ message: 'No collections yet. Create one for an occasion, a price or what is new.' }}
    />
  )
}
