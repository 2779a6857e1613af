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

/** The form's id, because the sort field belongs to the form but stands elsewhere. */
export const FILTERS_ID = 'filters'

interface Choice {
  value: string
  label: string
}

interface FilterSelectProps {
  label: string
  name: string
  /** The label of the option for no choice. */
  all: string
  chosen: string | undefined
  choices: readonly Choice[]
  onChoose(value: string | undefined): void
}

/** One filter. The chosen value is always among the options, also before the facets have loaded. */
function FilterSelect({ label, name, all, chosen, choices, onChoose }: FilterSelectProps) {
  const isKnown = !chosen || choices.some(({ value }) => value === chosen)
  const shown = isKnown ? choices : [{ value: chosen, label: chosen }, ...choices]
  return (
    <SelectField
      label={label}
      name={name}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.target.value || undefined)}
    >
      <option value="">{all}</option>
      {shown.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  )
}

const PRICES = PRICE_RANGES.map(([from, to]) => ({
  value: `${from}-${to}`,
  label: `${formatRupees(from)} - ${formatRupees(to)}`,
}))

const counted = (facets: Facets['sizes'] = []): Choice[] =>
  facets.map(({ value, count }) => ({ value, label: `${value} (${count})` }))

/** `501-1000` → its two figures, or neither for all prices. */
function boundsOf(range: string | undefined): Pick<ListChoice, 'minPrice' | 'maxPrice'> {
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
      <FilterSelect
        label="Category"
        name="category"
        all="All Categories"
        chosen={choice.category}
        choices={(facets?.categories ?? categories).map(({ _id, name }) => ({ value: _id, label: name }))}
        onChoose={(category) => choose({ category })}
      />
      <FilterSelect
        label="Price"
        name="price"
        all="All Prices"
        chosen={rangeOf(choice)}
        choices={PRICES}
        onChoose={(range) => choose(boundsOf(range))}
      />
      <FilterSelect
        label="Size"
        name="size"
        all="All Sizes"
        chosen={choice.size}
        choices={counted(facets?.sizes)}
        onChoose={(size) => choose({ size })}
      />
      <FilterSelect
        label="Colour"
        name="colour"
        all="All Colours"
        chosen={choice.colour}
        choices={counted(facets?.colours)}
        onChoose={(colour) => choose({ colour })}
      />
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
