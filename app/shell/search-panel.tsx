import { useEffect, useState, type ReactNode } from 'react'

import { useFirstCategories, useShop } from '#app/api/use-shop.ts'
import { SEARCHES_KEY } from '#app/account/personal-storage.ts'
import { popularSearches } from '#app/shell/popular-searches.ts'
import { recentSearches } from '#app/shell/recent-searches.ts'
import { useSuggestions } from '#app/shell/use-suggestions.ts'
import { Link } from '#app/ui/link.tsx'
import type { SuggestionsAnswer } from '#contract/catalogue/catalogue.ts'
import { LEAST_SUGGESTION_CHARACTERS } from '#contract/catalogue/search/search-limits.ts'
import { formatRupees, paidPrice } from '#contract/units/money.ts'
import { counted } from '#contract/words/counted.ts'

const ENTRY = 'flex min-h-11 items-center gap-3 rounded-control px-3 py-1 hover:bg-card'

const addressOf = (search: string) => `/getproducts?${new URLSearchParams({ search })}`

function Searches({ title, searches, action }: { title: string; searches: readonly string[]; action?: ReactNode }) {
  return (
    <section aria-label={title}>
      <p className="flex min-h-8 items-center justify-between px-3 text-muted">
        <span>{title}</span>
        {action}
      </p>
      <ul>
        {searches.map((search) => (
          <li key={search}>
            <Link className={ENTRY} to={addressOf(search)}>
              {search}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Below an empty field: the newest searches of this device, and good ones. */
function FirstSearches() {
  const popular = popularSearches(useShop(), useFirstCategories())
  const [recent, setRecent] = useState<readonly string[]>([])
  useEffect(() => setRecent(recentSearches(localStorage)), [])
  function forget() {
    localStorage.removeItem(SEARCHES_KEY)
    setRecent([])
  }
  const clear = (
    <button type="button" className="min-h-8 underline underline-offset-4" onClick={forget}>
      Clear
    </button>
  )
  return (
    <>
      {recent.length > 0 && <Searches title="Recent searches" searches={recent} action={clear} />}
      <Searches title="Popular searches" searches={popular} />
    </>
  )
}

function Suggestions({ search, answer: { categories, products } }: { search: string; answer: SuggestionsAnswer }) {
  return (
    <ul>
      {categories.map(({ _id, name, slug }) => (
        <li key={_id}>
          <Link className={ENTRY} to={`/categories/${encodeURIComponent(slug)}`}>
            <span>{`${name} `}</span>
            <span className="text-muted">category</span>
          </Link>
        </li>
      ))}
      {products.map((product) => (
        <li key={product._id}>
          <Link className={ENTRY} to={`/product/${product._id}`}>
            {product.images[0] && (
              <img
                src={`${product.images[0]}?w=160`}
                alt=""
                width={32}
                height={40}
                className="rounded-[6px] object-cover"
              />
            )}
            <span className="min-w-0 flex-1 truncate">{product.name}</span>
            <span className="price">{formatRupees(paidPrice(product))}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link className={`${ENTRY} wrap-anywhere`} to={addressOf(search)}>
          {`Search for “${search}”`}
        </Link>
      </li>
    </ul>
  )
}

/** What stands below the search field while it has the focus. Loaded with the first focus. */
export function SearchPanel({ search }: { search: string }) {
  const wanted = search.trim()
  const suggestions = useSuggestions(wanted)
  const isTyped = wanted.length >= LEAST_SUGGESTION_CHARACTERS
  const hits = suggestions ? suggestions.products.length + suggestions.categories.length : 0
  const isEmpty = isTyped && hits === 0
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {isTyped && suggestions ? counted(hits, 'suggestion') : ''}
      </p>
      {!isEmpty && (
        <div data-suggestions className="search-panel">
          {isTyped && suggestions ? <Suggestions search={wanted} answer={suggestions} /> : <FirstSearches />}
        </div>
      )}
    </>
  )
}
