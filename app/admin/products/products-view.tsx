import { memo, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { BulkBar } from '#app/admin/products/bulk-bar.tsx'
import { BulkReport } from '#app/admin/products/bulk-report.tsx'
import { DeletedTable } from '#app/admin/products/deleted-table.tsx'
import { ListLoading } from '#app/admin/list/list-loading.tsx'
import { ProductFilters } from '#app/admin/products/product-filters.tsx'
import { ProductTable, type Editing } from '#app/admin/products/product-table.tsx'
import { addressOf, PRODUCTS, type ProductView } from '#app/admin/products/product-list-address.ts'
import { useDeletion } from '#app/admin/products/use-deletion.ts'
import { useLiveProducts } from '#app/admin/products/use-live-products.ts'
import { useProducts, type Groups } from '#app/admin/products/use-products.ts'
import { useSelection } from '#app/admin/list/use-selection.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Sort } from '#app/ui/table.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { BulkAnswer, BulkChange } from '#contract/catalogue/admin-catalogue.ts'
import { ADMIN_SORTS } from '#contract/catalogue/lists/sort-orders.ts'
import { headingId, NoProducts, ProductLinks, SectionHeading } from '#app/admin/products/product-links.tsx'
import { listProducts, type LoadedProducts } from '#app/admin/products/list-products.ts'

function sortOf({ sort = 'name' }: ProductView): Sort {
  return { key: sort.replace('-', ''), direction: sort.startsWith('-') ? 'descending' : 'ascending' }
}

const NOTHING: Groups = {}

type ProductsViewProps = LoadedProducts & { reload(): Promise<void> }

/**
 * Rendered again only for another answer, because up to a hundred rows would otherwise render on every router update.
 */
export const ProductsView = memo(({ view, categories, answer, failure, reload }: ProductsViewProps) => {
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
    refreshAll,
  })
  const [report, setReport] = useState<BulkAnswer>()
  const deletion = useDeletion(reload, setReport)
  const navigate = useNavigate()

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
      <ProductLinks view={view} total={answer?.total} />
      <ProductFilters view={view} lowStock={answer?.lowStock} categories={categories} />
      <ListLoading path={PRODUCTS} text="Loading products..." />
      <LoadFailure failure={failure} />
      <BulkReport
        answer={report}
        onUndone={(change, done) => void finish(change, done)}
        onClose={() => setReport(undefined)}
      />
      {answer && Object.keys(groups).length === 0 && <NoProducts />}
      {Object.entries(groups).map(([title, listed]) => (
        <section key={title} className="mb-10" aria-labelledby={headingId(title)}>
          <SectionHeading title={title} view={view} total={answer?.total} />
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
          onAll={
            selection.chosen.size < products.length
              ? () =>
                  selection.setAll(
                    products.map(({ _id }) => _id),
                    true,
                  )
              : undefined
          }
          onClear={selection.clear}
        />
      )}
    </>
  )
})
