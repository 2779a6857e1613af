import { useEffect, useRef, useState } from 'react'
import { Form, NavigationType, useNavigate, useNavigationType } from 'react-router'

import {
  addressOf,
  hasThreshold,
  isByCategory,
  LIMITS,
  PRODUCTS,
  type ProductView,
} from '#app/admin/products/product-list-address.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { DEFAULT_LIMIT } from '#contract/catalogue/lists/list-limits.ts'
import {
  PRODUCT_STATES,
  STOCK_FILTERS,
  type ProductState,
  type StockFilter,
} from '#contract/catalogue/lists/admin-product-filters.ts'

const PAUSE_MS = 100

const STOCK_WORDS: Record<StockFilter, string> = {
  low: 'Low stock',
  out: 'Out of stock',
  gaps: 'A size sold out',
  'low-sizes': 'Low sizes',
}

const STATE_WORDS: Record<ProductState, string> = {
  all: 'All',
  'on sale': 'On sale',
  draft: 'Drafts',
  deleted: 'Deleted',
}

interface FiltersProps {
  view: ProductView
  /** Up to how many pieces count as low unless the view says otherwise. */
  lowStock: number | undefined
  categories: readonly Category[]
}

/**
 * The text of the search field. When the typing pauses, the list follows, and its address replaces the one before. An
 * address that comes another way, such as by Back or a link, changes the field. A late answer to an earlier text does
 * not.
 */
function useTypedSearch(shown: string, go: (search: string) => void) {
  const [text, setText] = useState(shown)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigationType = useNavigationType()
  useEffect(() => {
    if (navigationType === NavigationType.Replace) return
    clearTimeout(waiting.current)
    waiting.current = undefined
    setText(shown)
  }, [shown, navigationType])
  useEffect(() => () => clearTimeout(waiting.current), [])

  function search(typed: string): void {
    clearTimeout(waiting.current)
    waiting.current = undefined
    go(typed.trim())
  }

  function type(next: string): void {
    setText(next)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => search(next), PAUSE_MS)
  }

  /** Whoever leaves the field may be on the way to another page, which a later search would take back. */
  function leave(typed: string): void {
    if (waiting.current !== undefined) search(typed)
  }
  return { text, type, leave, search }
}

/** The filters of the products' list. The address holds all of them; without JavaScript they are a plain form. */
export function ProductFilters({ view, lowStock, categories }: FiltersProps) {
  const navigate = useNavigate()
  const show = (change: Partial<ProductView>) =>
    void navigate(addressOf({ ...view, page: 1, ...change }), { replace: true, preventScrollReset: true })
  const { text, type, leave, search } = useTypedSearch(view.search ?? '', (typed) =>
    show({ search: typed || undefined }),
  )
  const tabs = PRODUCT_STATES.map((state) => ({
    label: STATE_WORDS[state],
    to: addressOf({ ...view, state, page: 1 }),
    isCurrent: view.state === state,
  }))

  return (
    <div className="mt-6 grid gap-4">
      <Tabs label="Products by state" tabs={tabs} />
      <Form
        method="get"
        action={PRODUCTS}
        role="search"
        aria-label="Products of the shop"
        className="product-filters"
        onSubmit={(event) => {
          event.preventDefault()
          search(text)
        }}
      >
        {view.state !== 'all' && <input type="hidden" name="state" value={view.state} />}
        {view.sort && <input type="hidden" name="sort" value={view.sort} />}
        <TextField
          label="Search products"
          name="search"
          type="search"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={(event) => leave(event.target.value)}
        />
        <SelectField
          label="Category"
          name="category"
          value={chosenCategory(view, categories)}
          onChange={(event) => show({ category: event.target.value || undefined })}
        >
          <option value="">All categories</option>
          {categories.map(({ _id, name }) => (
            <option key={_id} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Stock"
          name="stock"
          value={view.stock ?? ''}
          onChange={(event) => show({ stock: stockIn(event.target.value) })}
        >
          <option value="">Any stock</option>
          {Object.entries(STOCK_WORDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        {hasThreshold(view.stock) && (
          <TextField
            key={view.threshold ?? lowStock}
            label="Up to (pieces)"
            name="threshold"
            type="number"
            min={0}
            max={1000}
            step={1}
            defaultValue={view.threshold ?? lowStock}
            onChange={(event) => {
              const threshold = event.target.valueAsNumber
              if (Number.isInteger(threshold) && threshold >= 0 && threshold <= 1000) show({ threshold })
            }}
          />
        )}
        <SelectField
          label="Rows per page"
          name="limit"
          value={view.limit}
          onChange={(event) => show({ limit: Number(event.target.value) })}
        >
          {LIMITS.map((limit) => (
            <option key={limit} value={limit}>
              {limit}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="outline">
            Search
          </Button>
          {!isByCategory({ ...view, state: 'all' }) && (
            <ButtonLink to={addressOf({ state: view.state, limit: DEFAULT_LIMIT })} variant="quiet">
              Clear
            </ButtonLink>
          )}
        </div>
      </Form>
    </div>
  )
}

/** The address may name a category by its slug, its id or in another case. */
function chosenCategory({ category }: ProductView, categories: readonly Category[]): string {
  const text = category?.toLowerCase()
  const chosen = categories.find(
    ({ _id, name, slug }) => _id === category || slug === text || name.toLowerCase() === text,
  )
  return chosen?.name ?? ''
}

const stockIn = (value: string) => STOCK_FILTERS.find((filter) => filter === value)
