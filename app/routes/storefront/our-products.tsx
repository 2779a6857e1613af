import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import type { Route } from './+types/our-products'

import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { restore, useRestorable } from '#app/api/restore.ts'
import { useFirstCategories } from '#app/api/shop.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { appliedFilters, FilterPanel } from '#app/catalogue/filter-panel.tsx'
import { apiQueryOf, choiceOf, queryOf, type ListChoice } from '#app/catalogue/list-address.ts'
import { LoadMore } from '#app/catalogue/load-more.tsx'
import { ProductGrid, SkeletonGrid } from '#app/catalogue/product-grid.tsx'
import { SortSelect } from '#app/catalogue/sort-select.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Api } from '#contract/api.ts'
import type { ProductListAnswer } from '#contract/catalogue.ts'

const ADDRESS = '/getproducts'

const choiceIn = (request: Request) => choiceOf(new URL(request.url).searchParams)
const load = (api: Api, choice: ListChoice) => api.listProducts(apiQueryOf(choice))

export async function loader({ context, request }: Route.LoaderArgs) {
  const choice = choiceIn(request)
  return { choice, answer: await load(serverApi(context), choice) }
}
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const choice = choiceIn(request)
  return { choice, answer: restore(request, 'list', () => load(browserApi, choice)) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { category, search, size, colour, page } = loaderData?.choice ?? {}
  const facets = [category, search, size, colour].filter(Boolean)
  return pageMeta(matches, {
    title: search ? `Search: ${search}` : 'Our Products',
    description:
      'Every piece of the house: shirts, t-shirts, pants, jeans, co-ords and lowers, by size, colour and price.',
    path: `${ADDRESS}${queryOf({ category, page: page ?? 1 })}`,
    isIndexed: facets.length < 2 && !search,
  })
}

function countWord(count: number | undefined): string {
  if (count === undefined) return 'products'
  return `${count} ${count === 1 ? 'product' : 'products'}`
}

interface FiltersProps {
  choice: ListChoice
  answer: ProductListAnswer | undefined
  onChoose(choice: ListChoice): void
}

/** The filters of small screens: a drawer whose button shows the number of matching products. */
function FilterDrawer({ choice, answer, onChoose }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const categories = useFirstCategories()
  return (
    <>
      <Button
        variant="outline"
        className="max-sm:flex-1 lg:hidden noscript:hidden"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <SlidersHorizontal size={18} aria-hidden="true" /> Filters
      </Button>
      <Dialog title="Filters" kind="drawer" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <FilterPanel {...{ choice, categories, onChoose }} facets={answer?.facets} />
        <Button className="mt-6 w-full" onClick={() => setIsOpen(false)}>
          Show {countWord(answer?.totalProducts)}
        </Button>
      </Dialog>
    </>
  )
}

function Chips({ chips }: { chips: ReturnType<typeof appliedFilters> }) {
  if (chips.length === 0) return null
  return (
    <ul className="mb-6 flex flex-wrap items-center gap-2 text-sm" aria-label="Applied filters">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={without}
            preventScrollReset
            className="badge badge-stitched min-h-8 normal-case"
            aria-label={`Remove ${label}`}
          >
            {label} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={ADDRESS} preventScrollReset className="px-2 underline underline-offset-4">
          Clear all
        </Link>
      </li>
    </ul>
  )
}

export default function OurProducts({ loaderData: { choice, answer } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const categories = useFirstCategories()
  const { value: shown, latest } = useDeferred(answer)
  useRestorable({ list: answer })
  const goTo = (next: ListChoice) => void navigate(`${ADDRESS}${queryOf(next)}`, { preventScrollReset: true })

  return (
    <div className="container py-8">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="heading heading-1">Our Products</h1>
          <p className="mt-2 min-h-6 text-sm text-muted" aria-live="polite">
            {shown && countWord(shown.totalProducts)}
            {shown && choice.search && ` for “${choice.search}”`}
          </p>
        </div>
        <div className="flex items-end gap-3 max-sm:w-full">
          <FilterDrawer choice={choice} answer={latest} onChoose={goTo} />
          <SortSelect sort={choice.sort} onChoose={(sort) => goTo({ ...choice, sort, page: 1 })} />
        </div>
      </div>
      <div className="grid gap-8 lg:grid-cols-[15rem_1fr]">
        <aside aria-label="Filters" className="max-lg:not-noscript:hidden">
          <FilterPanel choice={choice} categories={categories} onChoose={goTo} facets={latest?.facets} />
        </aside>
        <div>
          <Chips chips={appliedFilters(choice, latest?.facets)} />
          {!shown && <SkeletonGrid />}
          {shown?.products.length === 0 && (
            <EmptyState message="No products found matching your criteria.">
              <ButtonLink to={ADDRESS} variant="outline">
                Clear all
              </ButtonLink>
            </EmptyState>
          )}
          {shown && shown.products.length > 0 && (
            <>
              <ProductGrid products={shown.products} wantedSize={choice.size} />
              <LoadMore
                answer={shown}
                wantedSize={choice.size}
                loadPage={(page) => load(browserApi, { ...choice, page })}
              />
            </>
          )}
          {shown && (
            <div className="mt-10">
              <Pagination
                current={shown.currentPage}
                total={shown.totalPages}
                hrefFor={(page) => `${ADDRESS}${queryOf({ ...choice, page })}`}
              />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
