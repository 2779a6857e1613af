import { Form } from 'react-router'

import { queryOf, rangeOf, type ListChoice } from '#app/catalogue/list-address.ts'
import { CheckField, SelectField } from '#app/ui/field.tsx'
import { formatRupees } from '#contract/money.ts'
import { PRICE_RANGES } from '#contract/price-ranges.ts'
import type { Category, Facets } from '#contract/catalogue.ts'

interface FilterPanelProps {
  choice: ListChoice
  categories: readonly Category[]
  facets: Facets | undefined
  onChoose(choice: ListChoice): void
}

/** The form's id: the sort field stands elsewhere and belongs to it all the same. */
export const FILTERS_ID = 'filters'

/** Options with their counts. The chosen one is always among them, also before the counts are there. */
function Counted({ facets = [], chosen }: { facets: Facets['sizes'] | undefined; chosen: string | undefined }) {
  return (
    <>
      {chosen && !facets.some(({ value }) => value === chosen) && <option value={chosen}>{chosen}</option>}
      {facets.map(({ value, count }) => (
        <option key={value} value={value}>
          {`${value} (${count})`}
        </option>
      ))}
    </>
  )
}

/** `501-1000` → its two figures, or neither for all prices. */
function boundsOf(range: string): Pick<ListChoice, 'minPrice' | 'maxPrice'> {
  const found = PRICE_RANGES.find(([from, to]) => `${from}-${to}` === range)
  return found ? { minPrice: found[0], maxPrice: found[1] } : { minPrice: undefined, maxPrice: undefined }
}

/**
 * The list's filters. Each choice is a move to another address; without JavaScript the form's button sends them.
 */
export function FilterPanel({ choice, categories, facets, onChoose }: FilterPanelProps) {
  const choose = (change: Partial<ListChoice>) => onChoose({ ...choice, ...change, page: 1 })
  return (
    <Form
      id={FILTERS_ID}
      action="/getproducts"
      method="get"
      className="grid gap-5"
      onSubmit={(event) => event.preventDefault()}
    >
      {choice.search && <input type="hidden" name="search" value={choice.search} />}
      <SelectField
        label="Category"
        name="category"
        value={choice.category ?? ''}
        onChange={(event) => choose({ category: event.target.value || undefined })}
      >
        <option value="">All Categories</option>
        {(facets?.categories ?? categories).map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Price"
        name="price"
        value={rangeOf(choice)}
        onChange={(event) => choose(boundsOf(event.target.value))}
      >
        <option value="">All Prices</option>
        {PRICE_RANGES.map(([from, to]) => (
          <option key={from} value={`${from}-${to}`}>
            {`${formatRupees(from)} - ${formatRupees(to)}`}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Size"
        name="size"
        value={choice.size ?? ''}
        onChange={(event) => choose({ size: event.target.value || undefined })}
      >
        <option value="">All Sizes</option>
        <Counted facets={facets?.sizes} chosen={choice.size} />
      </SelectField>
      <SelectField
        label="Colour"
        name="colour"
        value={choice.colour ?? ''}
        onChange={(event) => choose({ colour: event.target.value || undefined })}
      >
        <option value="">All Colours</option>
        <Counted facets={facets?.colours} chosen={choice.colour} />
      </SelectField>
      <CheckField
        label={facets ? `In stock only (${facets.inStock})` : 'In stock only'}
        name="inStock"
        value="true"
        checked={choice.inStock ?? false}
        onChange={(event) => choose({ inStock: event.target.checked || undefined })}
      />
      <noscript>
        <button type="submit" className="btn btn-outline w-full">
          Apply filters
        </button>
      </noscript>
    </Form>
  )
}

/** The applied filters as chips, each with the address that takes it away. */
export function appliedFilters(choice: ListChoice, facets: Facets | undefined): { label: string; without: string }[] {
  const without = (change: Partial<ListChoice>) => `/getproducts${queryOf({ ...choice, ...change, page: 1 })}`
  const category = facets?.categories.find(({ _id }) => _id === choice.category)
  const chips: { label: string; without: string }[] = []
  if (choice.search) chips.push({ label: `“${choice.search}”`, without: without({ search: undefined }) })
  if (choice.category) chips.push({ label: category?.name ?? 'Category', without: without({ category: undefined }) })
  if (choice.minPrice !== undefined || choice.maxPrice !== undefined) {
    const to = choice.maxPrice === undefined ? 'up' : formatRupees(choice.maxPrice)
    chips.push({
      label: `${formatRupees(choice.minPrice ?? 0)} - ${to}`,
      without: without({ minPrice: undefined, maxPrice: undefined }),
    })
  }
  if (choice.size) chips.push({ label: `Size ${choice.size}`, without: without({ size: undefined }) })
  if (choice.colour) chips.push({ label: choice.colour, without: without({ colour: undefined }) })
  if (choice.inStock) chips.push({ label: 'In stock only', without: without({ inStock: undefined }) })
  return chips
}
