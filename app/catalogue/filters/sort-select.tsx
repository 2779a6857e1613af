import { FILTERS_ID } from '#app/catalogue/filters/filter-panel.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { SORTS, type Sort } from '#contract/catalogue/lists/sort-orders.ts'

const LABELS: Record<Sort, string> = {
  name: 'Name',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
  newest: 'Newest',
  'best-sold': 'Best sold',
  discount: 'Discount',
  origin: 'Country of origin',
}

interface SortSelectProps {
  sort: Sort | undefined
  /** The order until another one is chosen; undefined where that is by name. */
  ownOrder: string | undefined
  /** Imported goods are among the products. */
  hasImports: boolean
  onChoose(sort: Sort | undefined): void
}

/** The sort order of a list, by name by default. Without JavaScript it is sent with the filters. */
export function SortSelect({ sort, ownOrder, hasImports, onChoose }: SortSelectProps) {
  return (
    <SelectField
      label="Sort"
      name="sort"
      form={FILTERS_ID}
      className="w-52 max-sm:flex-1"
      value={sort ?? (ownOrder === undefined ? 'name' : '')}
      onChange={(event) => onChoose(SORTS.find((known) => known === event.target.value))}
    >
      {ownOrder !== undefined && <option value="">{ownOrder}</option>}
      {SORTS.filter((value) => value !== 'origin' || hasImports || sort === value).map((value) => (
        <option key={value} value={value}>
          {LABELS[value]}
        </option>
      ))}
    </SelectField>
  )
}
