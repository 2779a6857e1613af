import { SORTS, type Sort } from '#contract/catalogue-rules.ts'

const LABELS: Record<Sort, string> = {
  name: 'Name',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
}

/** The order of a list; by name unless chosen. */
export function SortSelect({ sort, onChoose }: { sort: Sort | undefined; onChoose(sort: Sort): void }) {
  return (
    <label className="flex items-center gap-2 text-sm font-semibold">
      Sort
      <select
        className="h-11 rounded-control border border-line bg-paper px-3 font-normal"
        name="sort"
        value={sort ?? 'name'}
        onChange={(event) => onChoose(SORTS.find((known) => known === event.target.value) ?? 'name')}
      >
        {SORTS.map((value) => (
          <option key={value} value={value}>
            {LABELS[value]}
          </option>
        ))}
      </select>
    </label>
  )
}
