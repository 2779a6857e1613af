import type { Route } from './+types/collection'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { CollectionIntro } from '#app/catalogue/lists/collection-intro.tsx'
import { apiQueryOf, choiceOf, type ListChoice } from '#app/catalogue/filters/list-address.ts'
import { ProductList } from '#app/catalogue/lists/product-list.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Api } from '#contract/api/api.ts'
import { collectionPath } from '#contract/catalogue/collections/collection-path.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'

const listCollection = (api: Api, slug: string, choice: ListChoice) =>
  api.listCollectionProducts(slug, apiQueryOf(choice))

async function load(api: Api, slug: string, url: string) {
  const choice = { ...choiceOf(new URL(url).searchParams), collection: undefined, hasOwnOrder: true }
  return { slug, choice, answer: await listCollection(api, slug, choice) }
}

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  load(serverApi(context), params.slug, request.url)
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(browserApi, params.slug, request.url)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const collection = loaderData?.answer.collection
  if (!collection) return []
  const { title, slug, text, picture } = collection
  const shared = shopPicture(picture)
  return pageMeta(matches, {
    title,
    description: text.replaceAll(/\s+/g, ' ').slice(0, 160) || `${title}: chosen pieces for men.`,
    path: collectionPath(slug),
    isIndexed: (loaderData?.answer.totalProducts ?? 0) > 0,
    ...(shared && { image: `${shared.src}?w=1200` }),
  })
}

export default function CollectionPage({ loaderData: { slug, choice, answer } }: Route.ComponentProps) {
  const { collection } = answer
  const title = collection?.title ?? slug
  return (
    <div className="container py-8">
      <div className="mb-4">
        <Breadcrumbs crumbs={[{ label: 'Home', to: '/' }, { label: title }]} />
      </div>
      <ProductList
        heading={title}
        intro={collection && <CollectionIntro collection={collection} />}
        ownOrder="Our order"
        action={collectionPath(slug)}
        choice={choice}
        answer={answer}
        categories={undefined}
        emptyMessage="No products found in this collection."
        emptyLink={
          <ButtonLink to="/getproducts" variant="outline">
            Our Products
          </ButtonLink>
        }
        loadPage={(page) => listCollection(browserApi, slug, { ...choice, page })}
      />
    </div>
  )
}
