import type { Route } from './+types/category'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { apiQueryOf, choiceOf, type ListChoice } from '#app/catalogue/filters/list-address.ts'
import { ProductList } from '#app/catalogue/lists/product-list.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Api } from '#contract/api/api.ts'
import type { ProductListAnswer } from '#contract/catalogue/catalogue.ts'
import { catchCode } from '#contract/api/errors.ts'

const NOTHING: ProductListAnswer = { products: [], totalProducts: 0, totalPages: 0, currentPage: 1 }

/** A category that does not exist is shown as an empty one: the footer links to jeans in every shop. */
const listCategory = (api: Api, slug: string, choice: ListChoice): Promise<ProductListAnswer> =>
  catchCode(api.listCategoryProducts(slug, apiQueryOf({ ...choice, category: undefined })), 'not_found', NOTHING)

async function load(api: Api, slug: string, url: string) {
  const choice = choiceOf(new URL(url).searchParams)
  return { slug, choice, answer: await listCategory(api, slug, choice) }
}

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  load(serverApi(context), params.slug, request.url)
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(browserApi, params.slug, request.url)

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) => {
  const name = loaderData?.answer.products[0]?.category.name ?? params.slug
  return pageMeta(matches, {
    title: name,
    description: `${name} for men, in every size we make.`,
    path: `/categories/${encodeURIComponent(params.slug)}`,
    isIndexed: (loaderData?.answer.totalProducts ?? 0) > 0,
  })
}

export default function CategoryPage({ loaderData: { slug, choice, answer } }: Route.ComponentProps) {
  return (
    <div className="container py-8">
      <div className="mb-4">
        <Breadcrumbs crumbs={[{ label: 'Home', to: '/' }, { label: answer.products[0]?.category.name ?? slug }]} />
      </div>
      <ProductList
        heading={`Category: ${slug}`}
        action={`/categories/${encodeURIComponent(slug)}`}
        choice={choice}
        answer={answer}
        categories={undefined}
        emptyMessage="No products found in this category."
        emptyLink={
          <ButtonLink to="/getproducts" variant="outline">
            Our Products
          </ButtonLink>
        }
        loadPage={(page) => listCategory(browserApi, slug, { ...choice, page })}
      />
    </div>
  )
}
