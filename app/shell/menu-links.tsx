import { useMainMenu } from '#app/api/use-shop.ts'
import type { CategoriesState } from '#app/shell/use-categories.ts'
import { Link } from '#app/ui/link.tsx'
import { CATEGORIES_ENTRY } from '#contract/pages-of-blocks/menus.ts'

const ENTRY = 'flex min-h-11 items-center text-lg'

function CategoryEntries({ isLoading, categories }: CategoriesState) {
  if (categories.length === 0) {
    return <p className="ps-4 text-muted">{isLoading ? 'Loading...' : 'No categories found.'}</p>
  }
  return (
    <ul className="border-s border-line ps-4">
      {categories.map(({ _id, name, slug }) => (
        <li key={_id}>
          <Link
            className="flex min-h-11 items-center"
            to={`/categories/${encodeURIComponent(slug || name.toLowerCase())}`}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function MenuEntry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link className={ENTRY} to={to}>
        {children}
      </Link>
    </li>
  )
}

/** The side menu has a shorter name for the list of products. */
const SHORT_NAMES: Readonly<Record<string, string>> = { 'Our Products': 'Products' }

/** The links of the side menu. */
export function MenuLinks(state: CategoriesState) {
  return (
    <ul>
      {useMainMenu().map(([to, label]) =>
        to === CATEGORIES_ENTRY ? (
          <li key={to}>
            <p className={ENTRY}>{label}</p>
            <CategoryEntries {...state} />
          </li>
        ) : (
          <MenuEntry key={to} to={to}>
            {SHORT_NAMES[label] ?? label}
          </MenuEntry>
        ),
      )}
    </ul>
  )
}
