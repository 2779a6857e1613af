import { useRevalidator } from 'react-router'

import type { Route } from './+types/products'

import { loadProducts } from '#app/admin/products/list-products.ts'
import { ProductsView } from '#app/admin/products/products-view.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { deferredData } from '#app/api/deferred-data.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Loading } from '#app/ui/spinner.tsx'

export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  loading: await loadProducts(serverApi(context), request.url),
})
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  deferredData(request, loadProducts(browserApi, request.url))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin products', isIndexed: false })

export default function AdminProductsPage({ loaderData }: Route.ComponentProps) {
  const { latest } = useDeferred(loaderData.loading)
  const { revalidate } = useRevalidator()
  return (
    <AdminPage
      title="Admin Products"
      actions={
        <ButtonLink to="/admin/dashboard#create-product" isSmall>
          Create product
        </ButtonLink>
      }
    >
      {latest ? <ProductsView {...latest} reload={revalidate} /> : <Loading text="Loading products..." />}
    </AdminPage>
  )
}
