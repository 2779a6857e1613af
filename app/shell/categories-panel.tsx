import { useMenu } from '#app/api/use-shop.ts'
import type { CategoriesState } from '#app/shell/use-categories.ts'
import { Link } from '#app/ui/link.tsx'
import type { Category } from '#contract/catalogue/catalogue.ts'

const COLUMN_LENGTH = 3
const LINK = 'flex min-h-8 items-center rounded-control px-2 hover:bg-card'

function columnsOf(categories: Category[]): Category[][] {
  const columns: Category[][] = []
  for (let start = 0; start < categories.length; start += COLUMN_LENGTH) {
    columns.push(categories.slice(start, start + COLUMN_LENGTH))
  }
  return columns
}

function CategoryColumns({ isLoading, categories }: CategoriesState) {
  if (categories.length === 0) {
    return <p className="px-2 text-muted">{isLoading ? 'Loading...' : 'No categories found.'}</p>
  }
  return (
    <div className="flex gap-4">
      {columnsOf(categories).map((column) => (
        <ul key={column[0]?._id} className="min-w-28">
          {column.map(({ _id, name, slug }) => (
            <li key={_id}>
              <Link className={LINK} to={`/categories/${encodeURIComponent(slug || name.toLowerCase())}`}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}

/** The content of the header's drop-down: categories in columns of three, and the popular items. */
export function CategoriesPanel(state: CategoriesState) {
  const popular = useMenu('popularItems')
  return (
    <div className="grid min-w-[600px] grid-cols-2 gap-8 p-6 text-sm">
      <section aria-labelledby="shop-by-category">
        <h2 id="shop-by-category" className="mb-3 px-2 font-bold">
          Shop By Category
        </h2>
        <CategoryColumns {...state} />
      </section>
      {popular.length > 0 && (
        <section aria-labelledby="popular-items">
          <h2 id="popular-items" className="mb-3 px-2 font-bold">
            Popular Items
          </h2>
          <div className="flex gap-4">
            {popular.map(({ title, links }) => (
              <div key={title}>
                {title && <h3 className="px-2 pb-1 text-muted">{title}</h3>}
                <ul>
                  {links.map(({ to, label }) => (
                    <li key={to}>
                      <Link className={LINK} to={to}>
                        {label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      )}
    </div>
  )
}
