import type { Route } from './+types/categories'

import { callFromBrowser, callFromPage } from '#app/admin/list/list-calls.ts'
import { CATEGORY_CALLS } from '#app/admin/products/category-calls.ts'
import { CategoryCard } from '#app/admin/products/category-card.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'

const load = (api: AdminApi) => loadOrFailure(api.listAdminCategories(), 'Failed to load the categories')

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)
export const action = ({ context, request }: Route.ActionArgs) =>
  callFromPage(serverApi(context), request, CATEGORY_CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CATEGORY_CALLS)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin categories', isIndexed: false })

export default function AdminCategories({ loaderData: { answer, failure }, actionData }: Route.ComponentProps) {
  const categories = answer?.categories ?? []
  return (
    <AdminPage
      title="Categories"
      lead="The order is that of the shop’s menus and lists. A renamed category keeps its address, so no link breaks."
      actions={
        <ButtonLink to="/admin/dashboard#create-category" isSmall>
          Create category
        </ButtonLink>
      }
    >
      {actionData?.failure && <p className="error-summary mt-6">{actionData.failure.message}</p>}
      <LoadFailure failure={failure} />
      {answer?.categories.length === 0 && (
        <EmptyState message="No categories found.">
          <p className="mt-2 text-sm text-muted">Each product is in one. Create the first on Today.</p>
        </EmptyState>
      )}
      <ol className="mt-6 grid max-w-2xl gap-3">
        {categories.map((category, index) => (
          <CategoryCard
            key={category._id}
            category={category}
            isFirst={index === 0}
            isLast={index === categories.length - 1}
          />
        ))}
      </ol>
    </AdminPage>
  )
}
