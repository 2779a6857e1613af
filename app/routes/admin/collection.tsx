import type { Route } from './+types/collection'

import { NEW_COLLECTION } from '#app/admin/collections/collection-draft.ts'
import { CollectionEditor } from '#app/admin/collections/collection-editor.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'

/** Stands for the id of a collection that is being made. */
const NEW = 'new'

async function load(api: AdminApi, id: string) {
  const [{ categories }, choices, edited] = await Promise.all([
    api.getCategories(),
    api.getRuleChoices(),
    loadOrFailure(
      id === NEW ? Promise.resolve(NEW_COLLECTION) : api.getCollection(id),
      'Failed to load the collection',
    ),
  ])
  return { choices: { ...choices, categories }, ...edited }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(serverApi(context), params.id)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.id)

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: params.id === NEW ? 'Create collection' : 'Edit collection', isIndexed: false })

export default function AdminCollection({ loaderData: { answer, failure, choices }, params }: Route.ComponentProps) {
  return (
    <AdminPage
      title={answer?.title || (params.id === NEW ? 'Create collection' : 'Edit collection')}
      above={{ to: '/admin/collections', label: 'All collections' }}
    >
      {answer ? (
        <CollectionEditor key={answer._id} first={answer} choices={choices} />
      ) : (
        <LoadFailure failure={failure} />
      )}
    </AdminPage>
  )
}
