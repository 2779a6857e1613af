import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useNavigation } from 'react-router'

import type { Route } from './+types/our-products'

import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { appliedFilters, FilterPanel } from '#app/catalogue/filter-panel.tsx'
import { apiQueryOf, choiceOf, queryOf, type ListChoice } from '#app/catalogue/list-address.ts'
import { LoadMore } from '#app/catalogue/load-more.tsx'
import { ProductGrid, SkeletonGrid } from '#app/catalogue/product-grid.tsx'
import { SortSelect } from '#app/catalogue/sort-select.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Api } from '#contract/api.ts'

const ADDRESS = '/getproducts'

async function load(api: Api, url: string) {
  const choice = choiceOf(new URL(url).searchParams)
  return { choice, answer: await api.listProducts(apiQueryOf(choice)) }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

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

function Filters({
  choice,
  answer,
  onChoose,
}: {
  choice: ListChoice
  answer: Route.ComponentProps['loaderData']['answer']
  onChoose(choice: ListChoice): void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const panel = <FilterPanel choice={choice} facets={answer.facets} onChoose={onChoose} />
  return (
    <>
      <aside aria-label="Filters" className="max-lg:hidden">
        {panel}
      </aside>
      <Button variant="outline" className="lg:hidden" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <SlidersHorizontal size={18} aria-hidden="true" /> Filters
      </Button>
      <Dialog title="Filters" kind="drawer" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {panel}
        <Button className="mt-6 w-full" onClick={() => setIsOpen(false)}>
          Show {answer.totalProducts} products
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
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === ADDRESS
  const goTo = (next: ListChoice) => void navigate(`${ADDRESS}${queryOf(next)}`, { preventScrollReset: true })
  const { products, totalProducts, totalPages, currentPage } = answer

  return (
    <div className="container py-8">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="heading heading-1">Our Products</h1>
          <p className="mt-2 text-sm text-muted" role="status">
            {totalProducts} {totalProducts === 1 ? 'product' : 'products'}
            {choice.search && ` for “${choice.search}”`}
          </p>
        </div>
        <SortSelect sort={choice.sort} onChoose={(sort) => goTo({ ...choice, sort, page: 1 })} />
      </div>
      <div className="grid gap-8 lg:grid-cols-[15rem_1fr]">
        <Filters choice={choice} answer={answer} onChoose={goTo} />
        <div>
          <Chips chips={appliedFilters(choice, answer.facets)} />
          {isLoading && <SkeletonGrid />}
          {!isLoading && products.length === 0 && <EmptyState message="No products found matching your criteria." />}
          {!isLoading && products.length > 0 && (
            <>
              <ProductGrid products={products} />
              <LoadMore answer={answer} loadPage={(page) => browserApi.listProducts(apiQueryOf({ ...choice, page }))} />
            </>
          )}
          <div className="mt-10">
            <Pagination
              current={currentPage}
              total={totalPages}
              hrefFor={(page) => `${ADDRESS}${queryOf({ ...choice, page })}`}
            />
          </div>
        </div>
      </div>
    </div>
  )
}
