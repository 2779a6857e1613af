import { Link } from 'react-router'

import type { Route } from './+types/shop-at'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { isoOf, momentIn, productAddress, SHOP_AT } from '#app/admin/sales/moment-address.ts'
import { MomentForm } from '#app/admin/sales/moment-form.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { ProductPicture } from '#app/catalogue/product-picture.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { DiscountBadge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Price } from '#app/ui/price.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'
import { instantInIndia } from '#contract/units/india-time.ts'
import { percentOff } from '#contract/units/money.ts'
import { counted } from '#contract/words/counted.ts'

const PER_PAGE = 24

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const at = momentIn(query, api.now())
  const view = { page: pageIn(query), at, category: wordsIn(query, 'category') }
  const [loaded, { categories }] = await Promise.all([
    loadOrFailure(api.listProductsAt({ ...view, at: isoOf(at), limit: PER_PAGE }), 'Failed to load the products'),
    api.getCategories(),
  ])
  return { view, categories, ...loaded }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'The shop on a day to come', isIndexed: false })

const WIDTHS = '(min-width: 1280px) 240px, (min-width: 768px) 25vw, 46vw'

function Card({ product, at }: { product: Product; at: string }) {
  const { _id, name, price, discountedPrice } = product
  const percent = percentOff(product)
  return (
    <article className="group relative">
      <ProductPicture product={product} sizes={WIDTHS} isDecorative />
      {percent !== undefined && <DiscountBadge percent={percent} className="absolute start-2 top-2" />}
      <h2 className="mt-3 text-sm font-semibold">
        <Link to={productAddress(_id, at)} className="link">
          {name}
        </Link>
      </h2>
      <Price price={price} discountedPrice={discountedPrice} />
    </article>
  )
}

export default function ShopAt({ loaderData }: Route.ComponentProps) {
  const { view, categories, answer, failure } = loaderData
  return (
    <AdminPage
      title="The shop on a day to come"
      above={{ to: '/admin/sales', label: 'All sales' }}
      lead="The products with their prices at that moment, as the sales are now. Customers do not see this page."
    >
      <MomentForm action={SHOP_AT} at={view.at}>
        <SelectField label="Category" name="category" defaultValue={view.category ?? ''}>
          <option value="">All</option>
          {categories.map(({ _id, slug, name }) => (
            <option key={_id} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      </MomentForm>
      <LoadFailure failure={failure} />
      {answer && (
        <>
          <p role="status" className="my-6">
            {`${counted(answer.totalProducts, 'product')}, ${formatDateTime(new Date(instantInIndia(view.at)))}`}
          </p>
          {answer.products.length === 0 && <EmptyState message="No products here." />}
          <div className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-4">
            {answer.products.map((product) => (
              <Card key={product._id} product={product} at={view.at} />
            ))}
          </div>
          <ListPages path={SHOP_AT} view={view} total={answer.totalProducts} perPage={PER_PAGE} />
        </>
      )}
    </AdminPage>
  )
}
