import type { Route } from './+types/category'

import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { choiceOf } from '#app/catalogue/list-address.ts'
import { ProductGrid } from '#app/catalogue/product-grid.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Api } from '#contract/api.ts'
import { DEFAULT_LIMIT } from '#contract/catalogue-rules.ts'
import type { ProductListAnswer } from '#contract/catalogue.ts'
import { isShopError } from '#contract/errors.ts'

const NOTHING: ProductListAnswer = { products: [], totalProducts: 0, totalPages: 0, currentPage: 1 }

/** A category that does not exist is shown as an empty one: the footer links to jeans in every shop. */
async function load(api: Api, slug: string, url: string) {
  const { page } = choiceOf(new URL(url).searchParams)
  try {
    return { slug, answer: await api.listCategoryProducts(slug, { page, limit: DEFAULT_LIMIT }) }
  } catch (error) {
    if (isShopError(error) && error.code === 'not_found') return { slug, answer: NOTHING }
    throw error
  }
}

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  load(serverApi(context), params.slug, request.url)
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(browserApi, params.slug, request.url)

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) => {
  const name = loaderData?.answer.products[0]?.category.name ?? params.slug
  return pageMeta(matches, {
    title: name,
    description: `${name} for men, cut in-house, in every size we make.`,
    path: `/categories/${encodeURIComponent(params.slug)}`,
    isIndexed: (loaderData?.answer.totalProducts ?? 0) > 0,
  })
}

export default function CategoryPage({ loaderData: { slug, answer } }: Route.ComponentProps) {
  const { products, totalProducts, totalPages, currentPage } = answer
  return (
    <div className="container py-8">
      <Breadcrumbs crumbs={[{ label: 'Home', to: '/' }, { label: products[0]?.category.name ?? slug }]} />
      <h1 className="heading heading-1 mt-4">Category: {slug}</h1>
      <p className="mb-8 mt-2 text-sm text-muted">
        {totalProducts} {totalProducts === 1 ? 'product' : 'products'}
      </p>
      {products.length === 0 ? (
        <EmptyState message="No products found in this category.">
          <ButtonLink to="/getproducts" variant="outline">
            Our Products
          </ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid products={products} />
      )}
      <div className="mt-10">
        <Pagination
          current={currentPage}
          total={totalPages}
          hrefFor={(page) => `/categories/${encodeURIComponent(slug)}${page > 1 ? `?page=${page}` : ''}`}
        />
      </div>
    </div>
  )
}
