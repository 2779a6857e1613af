import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'

import type { Route } from './+types/products'

import { AdminLinks } from '#app/admin/admin-links.tsx'
import { loadOrTell } from '#app/admin/load-or-tell.ts'
import { ProductTable, type Editing } from '#app/admin/product-table.tsx'
import { useProducts } from '#app/admin/use-products.ts'
import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import type { Api } from '#contract/api.ts'
import { slugOf } from '#contract/catalogue-rules.ts'
import { WORDINGS } from '#contract/wordings.ts'

const ADDRESS = '/admin/products'

interface View {
  category: string | undefined
  page: number
  search: string | undefined
}

function viewOf(url: string): View {
  const query = new URL(url).searchParams
  const page = Number(query.get('page'))
  return {
    category: query.get('category')?.slice(0, 100) || undefined,
    search: query.get('search')?.trim().slice(0, 100) || undefined,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

const addressOf = ({ category, page, search }: Partial<View>) =>
  `${ADDRESS}?${new URLSearchParams({ ...(category && { category }), ...(search && { search }), page: String(page ?? 1) })}`

async function load(api: Api, url: string) {
  const view = viewOf(url)
  return { view, ...(await loadOrTell(api.getAdminProducts(view), WORDINGS.admin.productsFailed)) }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin products', isIndexed: false })

function SearchForm({ view }: { view: View }) {
  return (
    <Form method="get" action={ADDRESS} role="search" className="flex items-end gap-3">
      <TextField label="Search products" name="search" type="search" defaultValue={view.search} />
      <Button type="submit" variant="outline">
        Search
      </Button>
    </Form>
  )
}

function Pager({ view, count }: { view: View; count: number }) {
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {view.page > 1 && (
        <ButtonLink to={addressOf({ ...view, page: view.page - 1 })} variant="outline" isSmall>
          Previous page
        </ButtonLink>
      )}
      {count > 0 && (
        <ButtonLink to={addressOf({ ...view, page: view.page + 1 })} variant="outline" isSmall>
          Next page
        </ButtonLink>
      )}
      <Link to={ADDRESS} className="link self-center text-sm">
        All categories
      </Link>
    </div>
  )
}

const NOTHING = {}

export default function AdminProductsPage({ loaderData: { view, answer, failure } }: Route.ComponentProps) {
  const actions = useProducts(answer?.products ?? NOTHING)
  const [editing, setEditing] = useState<Editing>({ stockOf: undefined, priceOf: undefined })
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === ADDRESS

  return (
    <div className="container py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="heading heading-1">Admin Products</h1>
        <AdminLinks labels={['Dashboard', 'New Orders', 'Contacts']} />
      </div>
      <div className="mt-6">
        <SearchForm view={view} />
      </div>
      {isLoading && <Loading text="Loading products..." />}
      {failure !== undefined && <p className="error-summary mt-6">Error: {failure}</p>}
      {Object.entries(actions.groups).map(([category, products]) => (
        <section key={category} className="mt-10" aria-labelledby={`category-${slugOf(category)}`}>
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-4">
            <h2 id={`category-${slugOf(category)}`} className="heading heading-2">
              {category}
            </h2>
            {view.category === undefined && (
              <Link
                to={addressOf({ category, page: 2 })}
                className="link"
                aria-describedby={`category-${slugOf(category)}`}
              >
                See More
              </Link>
            )}
          </div>
          {products.length === 0 ? (
            <p className="text-muted">No products on this page.</p>
          ) : (
            <ProductTable
              category={category}
              products={products}
              actions={actions}
              editing={editing}
              onEdit={setEditing}
            />
          )}
          {view.category !== undefined && <Pager view={view} count={products.length} />}
        </section>
      ))}
    </div>
  )
}
