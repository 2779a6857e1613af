import { memo, useMemo, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'

import type { Route } from './+types/products'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { BulkBar } from '#app/admin/products/bulk-bar.tsx'
import { BulkReport } from '#app/admin/products/bulk-report.tsx'
import { DeletedTable } from '#app/admin/products/deleted-table.tsx'
import { ListLoading } from '#app/admin/list/list-loading.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { ProductFilters } from '#app/admin/products/product-filters.tsx'
import { ProductTable, type Editing } from '#app/admin/products/product-table.tsx'
import {
  addressOf,
  filtersOf,
  exportAddress,
  isByCategory,
  PRODUCTS,
  viewOf,
  type ProductView,
} from '#app/admin/products/product-list-address.ts'
import { useDeletion } from '#app/admin/products/use-deletion.ts'
import { useLiveProducts } from '#app/admin/products/use-live-products.ts'
import { useProducts, type Groups } from '#app/admin/products/use-products.ts'
import { useSelection } from '#app/admin/list/use-selection.ts'
import { deferredData } from '#app/api/deferred-data.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import type { Sort } from '#app/ui/table.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { BulkAnswer, BulkChange } from '#contract/catalogue/admin-catalogue.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import { ADMIN_SORTS, type ProductState } from '#contract/catalogue/list-options.ts'
import { ADMIN_WORDINGS } from '#contract/wordings/specified-admin-wordings.ts'

const HEADINGS: Record<ProductState, string> = {
  all: 'Products',
  'on sale': 'Products on sale',
  draft: 'Drafts',
  deleted: 'Deleted products',
}

/**
 * One list under one heading, or on the first view every category under its own. A page past the end of a list is answered
 * with the last one: a category's 'See More' leads to its second page, which it may not have.
 */
async function listProducts(api: AdminApi, view: ProductView) {
  if (isByCategory(view)) {
    const { products } = await api.getAdminProducts({ page: view.page })
    return { groups: products as Groups, page: view.page, total: undefined, lowStock: undefined, totalPages: 1 }
  }
  const list = (page: number) => api.listProductsForAdmin({ ...filtersOf(view), limit: view.limit, page })
  const asked = await list(view.page)
  const isPastEnd = view.page > asked.totalPages && asked.totalPages > 0
  const answer = isPastEnd ? await list(asked.totalPages) : asked
  const heading = answer.category?.name ?? HEADINGS[view.state]
  const groups: Groups = { [heading]: answer.products }
  return {
    groups,
    page: answer.currentPage,
    total: answer.totalProducts,
    lowStock: answer.lowStock,
    totalPages: answer.totalPages,
  }
}

async function load(api: AdminApi, url: string) {
  const asked = viewOf(url)
  const loaded = await loadOrFailure(listProducts(api, asked), ADMIN_WORDINGS.productsFailed)
  const view = { ...asked, page: loaded.answer?.page ?? asked.page }
  return { view, categories: (await api.getCategories()).categories, ...loaded }
}

export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  loading: await load(serverApi(context), request.url),
})
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  deferredData(request, load(browserApi, request.url))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin products', isIndexed: false })

function sortOf({ sort = 'name' }: ProductView): Sort {
  return { key: sort.replace('-', ''), direction: sort.startsWith('-') ? 'descending' : 'ascending' }
}

const NOTHING: Groups = {}

const headingId = (title: string) => `category-${encodeURIComponent(title)}`

function Heading({ title, view, total }: { title: string; view: ProductView; total: number | undefined }) {
  const id = headingId(title)
  return (
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-4">
      <h2 id={id} className="text-lg font-bold wrap-anywhere">
        {title}
      </h2>
      {total === undefined ? (
        <Link to={addressOf({ category: title, page: 2 })} className="link" aria-describedby={id}>
          See More
        </Link>
      ) : (
        <p role="status" className="text-sm text-muted">
          {`${total === 1 ? '1 product' : `${total} products`}${view.page > 1 ? `, page ${view.page}` : ''}`}
        </p>
      )}
    </div>
  )
}

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

type ProductsViewProps = Awaited<ReturnType<typeof load>> & { reload(): Promise<void> }

/** Rendered again only for another answer, because up to a hundred rows would otherwise render on every router update. */
const ProductsView = memo(({ view, categories, answer, failure, reload }: ProductsViewProps) => {
  const reread = async () => (await listProducts(browserApi, view)).groups
  const { groups, refresh, refreshAll, ...actions } = useProducts(answer?.groups ?? NOTHING, reread)
  const products = useMemo(() => Object.values(groups).flat(), [groups])
  const selection = useSelection(products.map(({ _id }) => _id))
  const [editing, setEditing] = useState<Editing>({ stockOf: undefined, priceOf: undefined })
  const edited = [editing.stockOf, editing.priceOf].filter((id) => id !== undefined)
  useLiveProducts({
    shown: products.map(({ _id }) => _id),
    edited,
    refresh,
    refreshAll: () => refreshAll(edited),
  })
  const [report, setReport] = useState<BulkAnswer>()
  const deletion = useDeletion(reload, setReport)
  const navigate = useNavigate()
  const exportOfThese = exportAddress(view)

  async function finish(change: BulkChange, done: BulkAnswer) {
    const ids = done.results.filter(({ isDone }) => isDone).map(({ _id }) => _id)
    if (change.action === 'delete' && ids.length > 0) deletion.offerUndo(done.message, ids)
    else toastSuccess(done.message)
    setReport(done)
    selection.clear()
    await reload()
  }
  function sortIn(category: string | undefined) {
    return ({ key, direction }: Sort) => {
      const wanted = direction === 'descending' ? `-${key}` : key
      const sort = ADMIN_SORTS.find((one) => one === wanted)
      void navigate(addressOf({ ...view, category, sort, page: 1 }), { preventScrollReset: true })
    }
  }

  return (
    <>
      <p className="admin-links mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {exportOfThese && answer?.total !== undefined && answer.total > 0 && (
          <a href={exportOfThese} download className="link">
            {`Export these ${answer.total}`}
          </a>
        )}
        <span>
          <a href="/api/admin/products/export" download className="link">
            Export as CSV
          </a>
          {exportOfThese && <span className="text-muted"> (all)</span>}
        </span>
        <Link to={`${PRODUCTS}/import`} className="link">
          Import from CSV
        </Link>
        <Link to="/admin/categories" className="link">
          Rename and order categories
        </Link>
      </p>
      <ProductFilters view={view} lowStock={answer?.lowStock} categories={categories} />
      <ListLoading path={PRODUCTS} text="Loading products..." />
      {failure !== undefined && <p className="error-summary">{`Error: ${failure}`}</p>}
      <BulkReport
        answer={report}
        onUndone={(change, done) => void finish(change, done)}
        onClose={() => setReport(undefined)}
      />
      {answer && Object.keys(groups).length === 0 && (
        <EmptyState message="No products yet.">
          <p className="mt-2 text-sm text-muted">
            Each is in a category:{' '}
            <Link to="/admin/dashboard#create-category" className="link">
              create one
            </Link>
            , then a product. Many come at once by{' '}
            <Link to={`${PRODUCTS}/import`} className="link">
              Import
            </Link>
            .
          </p>
        </EmptyState>
      )}
      {Object.entries(groups).map(([title, listed]) => (
        <section key={title} className="mb-10" aria-labelledby={headingId(title)}>
          <Heading title={title} view={view} total={answer?.total} />
          {listed.length === 0 && answer?.total === undefined && (
            <p className="text-muted">{view.page > 1 ? 'No more products.' : 'No products yet.'}</p>
          )}
          {listed.length === 0 && answer?.total !== undefined && (
            <EmptyState message="No products found.">
              <Link to={PRODUCTS} className="link">
                All products
              </Link>
            </EmptyState>
          )}
          {listed.length > 0 && view.state === 'deleted' && (
            <DeletedTable
              products={listed}
              selection={selection}
              sort={sortOf(view)}
              onSort={sortIn(view.category)}
              onRestore={({ _id }) => deletion.restore([_id])}
            />
          )}
          {listed.length > 0 && view.state !== 'deleted' && (
            <ProductTable
              caption={answer?.total === undefined || view.category ? `Products in ${title}` : title}
              products={listed}
              actions={actions}
              selection={selection}
              editing={editing}
              onEdit={setEditing}
              onRemove={deletion.remove}
              sort={sortOf(view)}
              onSort={sortIn(answer?.total === undefined ? title : view.category)}
            />
          )}
        </section>
      ))}
      <Pagination
        current={view.page}
        total={answer?.totalPages ?? 1}
        hrefFor={(page) => addressOf({ ...view, page })}
      />
      {selection.chosen.size > 0 && (
        <BulkBar
          products={products.filter(({ _id }) => selection.chosen.has(_id))}
          categories={categories}
          isDeleted={view.state === 'deleted'}
          onDone={(change, done) => void finish(change, done)}
          onClear={selection.clear}
        />
      )}
    </>
  )
})
