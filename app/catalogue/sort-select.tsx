import { FILTERS_ID } from '#app/catalogue/filter-panel.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { SORTS, type Sort } from '#contract/catalogue/list-options.ts'

const LABELS: Record<Sort, string> = {
  name: 'Name',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
  origin: 'Country of origin',
}

interface SortSelectProps {
  sort: Sort | undefined
  /** A search sorts by relevance until another order is chosen. */
  isSearch: boolean
  /** Imported goods are among the products. */
  hasImports: boolean
  onChoose(sort: Sort | undefined): void
}

/** The sort order of a list, by name by default. Without JavaScript it is sent with the filters. */
export function SortSelect({ sort, isSearch, hasImports, onChoose }: SortSelectProps) {
  return (
    <SelectField
      label="Sort"
      name="sort"
      form={FILTERS_ID}
      className="w-52 max-sm:flex-1"
      value={sort ?? (isSearch ? '' : 'name')}
      onChange={(event) => onChoose(SORTS.find((known) => known === event.target.value))}
    >
      {isSearch && <option value="">Relevance</option>}
      {SORTS.filter((value) => value !== 'origin' || hasImports || sort === value).map((value) => (
        <option key={value} value={value}>
          {LABELS[value]}
        </option>
      ))}
    </SelectField>
  )
}
