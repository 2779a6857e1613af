import type { Route } from './+types/our-products'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { restore, useRestorable } from '#app/api/back-button-data.ts'
import { useFirstCategories } from '#app/api/use-shop.ts'
import { apiQueryOf, choiceOf, queryStringOf, type ListChoice } from '#app/catalogue/filters/list-address.ts'
import { ProductList } from '#app/catalogue/lists/product-list.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { Api } from '#contract/api/api.ts'

const ADDRESS = '/getproducts'

const choiceIn = (request: Request) => choiceOf(new URL(request.url).searchParams)
const load = (api: Api, choice: ListChoice) => api.listProducts(apiQueryOf(choice))

export async function loader({ context, request }: Route.LoaderArgs) {
  const choice = choiceIn(request)
  return { choice, answer: await load(serverApi(context), choice) }
}
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const choice = choiceIn(request)
  return { choice, answer: restore(request, 'list', () => load(browserApi, choice)) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { category, collection, search, size, colour, origin, fit, fabric, sleeve, page } = loaderData?.choice ?? {}
  const facets = [category, collection, search, size, colour, origin, fit, fabric, sleeve].filter(Boolean)
  return pageMeta(matches, {
    title: search ? `Search: ${search}` : 'Our Products',
    description: 'Every piece of the house, by size, colour and price.',
    path: `${ADDRESS}${queryStringOf({ category, page: page ?? 1 })}`,
    isIndexed: facets.length < 2 && !search,
  })
}

export default function OurProducts({ loaderData: { choice, answer } }: Route.ComponentProps) {
  const categories = useFirstCategories()
  useRestorable({ list: answer })
  return (
    <div className="container py-8">
      <ProductList
        heading="Our Products"
        action={ADDRESS}
        {...{ choice, answer, categories }}
        emptyMessage="No products found matching your criteria."
        loadPage={(page) => load(browserApi, { ...choice, page })}
      />
    </div>
  )
}
