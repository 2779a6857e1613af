import { Link } from 'react-router'
import { addressOf, exportAddress, PRODUCTS, type ProductView } from '#app/admin/products/product-list-address.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { counted } from '#contract/words/counted.ts'

/** The files of the list, and the pages beside it. */
export function ProductLinks({ view, total }: { view: ProductView; total: number | undefined }) {
  const exportOfThese = exportAddress(view)
  return (
    <p className="admin-links mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {exportOfThese && total !== undefined && total > 0 && (
        <a href={exportOfThese} download className="link">
          {`Export these ${total}`}
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
  )
}

/** In place of the products of a new shop. */
export const NoProducts = () => (
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
)

/** The id of a section's heading. */
export const headingId = (title: string) => `category-${encodeURIComponent(title)}`

/** The name of a section, and how many products it has or where the rest is. */
export function SectionHeading({
  title,
  view,
  total,
}: {
  title: string
  view: ProductView
  total: number | undefined
}) {
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
          {`${counted(total, 'product')}${view.page > 1 ? `, page ${view.page}` : ''}`}
        </p>
      )}
    </div>
  )
}
