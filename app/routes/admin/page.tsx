import type { Route } from './+types/page'

import { PageEditor } from '#app/admin/pages/page-editor.tsx'
import { pageName } from '#app/admin/pages/page-name.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'

async function load(api: AdminApi, id: string) {
  const [{ categories }, { collections }, pages, edited] = await Promise.all([
    api.getCategories(),
    api.getCollections(),
    api.listPageNames(),
    loadOrFailure(api.getEditedPage(id), 'Failed to load the page'),
  ])
  return { places: { categories, collections, pages }, ...edited }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(serverApi(context), params.id)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.id)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Edit page', isIndexed: false })

export default function AdminPageOfBlocks({ loaderData: { answer, failure, places } }: Route.ComponentProps) {
  return (
    <AdminPage title={answer ? pageName(answer) : 'Edit page'} above={{ to: '/admin/pages', label: 'All pages' }}>
      {answer ? <PageEditor key={answer._id} first={answer} places={places} /> : <LoadFailure failure={failure} />}
    </AdminPage>
  )
}
