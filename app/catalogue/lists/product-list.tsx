import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { useDeferred } from '#app/api/use-deferred.ts'
import { FilterChips } from '#app/catalogue/filters/filter-chips.tsx'
import { productCount, FilterDrawer } from '#app/catalogue/filters/filter-drawer.tsx'
import { FilterPanel } from '#app/catalogue/filters/filter-panel.tsx'
import { asOffered, hasFilters, queryStringOf, type ListChoice } from '#app/catalogue/filters/list-address.ts'
import { splitValues } from '#contract/catalogue/lists/filter-values.ts'
import { LoadMore } from '#app/catalogue/lists/load-more.tsx'
import { ProductGrid, SkeletonGrid } from '#app/catalogue/lists/product-grid.tsx'
import { SortSelect } from '#app/catalogue/filters/sort-select.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Category, NearestKind, ProductListAnswer } from '#contract/catalogue/catalogue.ts'

interface ProductListProps {
  heading: string
  /** What stands between the heading and the products. */
  intro?: ReactNode
  /** The order of the list until another one is chosen; undefined for the order by name. */
  ownOrder?: string
  /** The path of the list. */
  action: string
  choice: ListChoice
  answer: ProductListAnswer | Promise<ProductListAnswer>
  /** The categories to choose from; undefined on the page of a category. */
  categories: readonly Category[] | undefined
  emptyMessage: string
  /** What else an empty list offers. */
  emptyLink?: ReactNode
  loadPage(page: number): Promise<ProductListAnswer>
}

/** How many products match, for which search, and how many of them have the wanted sizes in stock. */
function Summary({
  action,
  choice,
  answer,
}: Pick<ProductListProps, 'action' | 'choice'> & { answer: ProductListAnswer }) {
  const { totalProducts, search, facets } = answer
  const sizes = splitValues(choice.size)
  return (
    <>
      <span>{`${productCount(totalProducts)}${choice.search && !search ? ` for “${choice.search}”` : ''}`}</span>
      {search && (
        <>
          <span>. Showing results for </span>
          <strong className="text-ink">{search.showing}</strong>
          <span>, search instead for </span>
          <Link
            className="underline underline-offset-4"
            to={`${action}${queryStringOf({ ...choice, exact: true, page: 1 })}`}
          >
            {search.insteadOf}
          </Link>
        </>
      )}
      {sizes.length > 0 && facets && facets.withSoldOut > 0 && (
        <span className="block">
          {`Showing ${sizes.length === 1 ? 'size' : 'sizes'} ${sizes.join(', ')}: ${facets.inStock} of ${facets.withSoldOut} in stock`}
        </span>
      )}
    </>
  )
}

/** What is said of the products that are shown where a search finds nothing. */
const NEAREST: Record<NearestKind, { heading: string; sentence: string }> = {
  closest: { heading: 'Closest to your search', sentence: 'These have most of what you asked for.' },
  gifts: { heading: 'Ideas for a present', sentence: 'One piece of each kind, the lowest price first.' },
  newest: { heading: 'New in the shop', sentence: 'Nothing here comes close to your words. These pieces came last.' },
}

/** An empty list: the message, categories to go on with, and the products closest to a search. */
function Nothing({
  message,
  nearest = [],
  nearestKind = 'closest',
  categories = [],
  children,
}: {
  message: string
  nearest: ProductListAnswer['nearest']
  nearestKind: ProductListAnswer['nearestKind']
  categories: readonly Category[] | undefined
  children: ReactNode
}) {
  return (
    <>
      <EmptyState message={message}>
        {children}
        <ul className="flex flex-wrap justify-center gap-x-4 gap-y-2 text-sm">
          {categories.map(({ _id, name, slug }) => (
            <li key={_id}>
              <Link className="underline underline-offset-4" to={`/categories/${encodeURIComponent(slug)}`}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </EmptyState>
      {nearest.length > 0 && (
        <section aria-labelledby="nearest" className="mt-12">
          <h2 id="nearest" className="heading heading-3">
            {NEAREST[nearestKind].heading}
          </h2>
          <p className="mt-2 mb-6 text-sm text-muted">{NEAREST[nearestKind].sentence}</p>
          <ProductGrid products={nearest} />
        </section>
      )}
    </>
  )
}

/** A product list with its filters, sort, chips and pages. Each choice leads to another address. */
export function ProductList(props: ProductListProps) {
  const { heading, intro, ownOrder, action, answer, categories, emptyMessage, emptyLink, loadPage } = props
  const navigate = useNavigate()
  const { value: shown, latest } = useDeferred(answer)
  const choice = asOffered(props.choice, latest?.facets)
  const goTo = (next: ListChoice) => void navigate(`${action}${queryStringOf(next)}`, { preventScrollReset: true })
  const isBare = shown?.totalProducts === 0 && !hasFilters(choice)
  const panel = !isBare && <FilterPanel {...{ action, choice, categories }} facets={latest?.facets} onChoose={goTo} />
  const title = <h1 className="heading heading-1">{heading}</h1>
  return (
    <>
      {intro && (
        <div className="mb-6">
          {title}
          {intro}
        </div>
      )}
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          {!intro && title}
          <p className="mt-2 min-h-6 wrap-anywhere text-sm text-muted" aria-live="polite">
            {shown && <Summary {...{ action, choice }} answer={shown} />}
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
          {panel && (
            <>
              <FilterDrawer total={latest?.totalProducts} clearTo={hasFilters(choice) ? action : undefined}>
                {panel}
              </FilterDrawer>
              <SortSelect
                sort={choice.sort}
                ownOrder={choice.search === undefined ? ownOrder : 'Relevance'}
                hasImports={Boolean(latest?.facets?.origins.length)}
                onChoose={(sort) => goTo({ ...choice, sort, page: 1 })}
              />
            </>
          )}
        </div>
      </div>
      <div className={panel ? 'grid gap-8 lg:grid-cols-[15rem_1fr]' : ''}>
        {panel && (
          <aside aria-label="Filters" className="max-lg:not-noscript:hidden">
            {panel}
          </aside>
        )}
        <div>
          <FilterChips action={action} choice={choice} facets={latest?.facets} />
          {!shown && <SkeletonGrid />}
          {shown?.products.length === 0 && (
            <Nothing
              message={emptyMessage}
              nearest={shown.nearest}
              nearestKind={shown.nearestKind}
              categories={choice.search ? categories : []}
            >
              {emptyLink ?? (
                <ButtonLink to={action} variant="outline">
                  Clear all
                </ButtonLink>
              )}
            </Nothing>
          )}
          {shown && shown.products.length > 0 && (
            <>
              <ProductGrid products={shown.products} wantedSize={choice.size} />
              <LoadMore answer={shown} wantedSize={choice.size} loadPage={loadPage} />
            </>
          )}
          {shown && (
            <div className="mt-10">
              <Pagination
                current={shown.currentPage}
                total={shown.totalPages}
                hrefFor={(page) => `${action}${queryStringOf({ ...choice, page })}`}
              />
            </div>
          )}
        </div>
      </div>
    </>
  )
}
