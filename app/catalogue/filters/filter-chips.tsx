import { useLayoutEffect, useRef } from 'react'

import { queryStringOf, withValue, type ListChoice } from '#app/catalogue/filters/list-address.ts'
import { focusHeading } from '#app/shell/focus-heading.tsx'
import { Link } from '#app/ui/link.tsx'
import { splitValues } from '#contract/catalogue/lists/filter-values.ts'
import type { Facets } from '#contract/catalogue/catalogue.ts'
import { formatRupees } from '#contract/units/money.ts'

const asItIs = (value: string) => value

/** What each value of these filters is called. */
const LABELLED = [
  ['size', (size) => `Size ${size}`],
  ['colour', asItIs],
  ['origin', (origin) => `From ${origin}`],
  ['fit', (fit) => `${fit} fit`],
  ['fabric', asItIs],
  ['sleeve', (sleeves) => `Sleeves: ${sleeves}`],
] as const satisfies readonly (readonly [keyof ListChoice, (value: string) => string])[]

/** The label of each applied filter, and the address of the list without it. */
function appliedFilters(
  action: string,
  choice: ListChoice,
  facets: Facets | undefined,
): { label: string; without: string }[] {
  const without = (change: Partial<ListChoice>) => `${action}${queryStringOf({ ...choice, ...change, page: 1 })}`
  const chips: { label: string; without: string }[] = []
  if (choice.search) {
    chips.push({ label: `“${choice.search}”`, without: without({ search: undefined, exact: undefined }) })
  }
  for (const id of splitValues(choice.category)) {
    const label = facets?.categories.find(({ _id }) => _id === id)?.name ?? 'Category'
    chips.push({ label, without: without({ category: withValue(choice.category, id, false) }) })
  }
  if (choice.collection !== undefined) {
    const known = facets?.collections.find(({ slug }) => slug === choice.collection)
    chips.push({ label: known?.title ?? 'Collection', without: without({ collection: undefined }) })
  }
  if (choice.minPrice !== undefined || choice.maxPrice !== undefined) {
    const to = choice.maxPrice === undefined ? 'up' : formatRupees(choice.maxPrice)
    chips.push({
      label: `${formatRupees(choice.minPrice ?? 0)} - ${to}`,
      without: without({ minPrice: undefined, maxPrice: undefined }),
    })
  }
  for (const [name, labelOf] of LABELLED) {
    for (const value of splitValues(choice[name])) {
      chips.push({ label: labelOf(value), without: without({ [name]: withValue(choice[name], value, false) }) })
    }
  }
  if (choice.discounted) chips.push({ label: 'Discounted only', without: without({ discounted: undefined }) })
  if (choice.inStock) chips.push({ label: 'In stock only', without: without({ inStock: undefined }) })
  return chips
}

interface FilterChipsProps {
  /** The path of the list. */
  action: string
  choice: ListChoice
  facets: Facets | undefined
}

/**
 * The applied filters above a list, each with a link that takes it away. The others get its focus, or the heading once
 * there are none.
 */
export function FilterChips({ action, choice, facets }: FilterChipsProps) {
  const chips = appliedFilters(action, choice, facets)
  const list = useRef<HTMLUListElement>(null)
  const isPressed = useRef(false)
  const press = () => (isPressed.current = true)
  const shown = chips.map(({ label }) => label).join('\n')
  useLayoutEffect(() => {
    if (!isPressed.current) return
    isPressed.current = false
    if (list.current) list.current.focus()
    else focusHeading()
  }, [shown])
  if (chips.length === 0) return null
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className="mb-6 flex flex-wrap items-center gap-2 text-sm"
      aria-label="Applied filters"
    >
      {chips.map(({ label, without }) => (
        <li key={without}>
          <Link
            to={without}
            preventScrollReset
            onClick={press}
            className="badge badge-stitched min-h-8 max-w-full whitespace-normal normal-case wrap-anywhere"
            aria-label={`Remove ${label}`}
          >
            <span>{`${label} `}</span>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={action} preventScrollReset onClick={press} className="px-2 underline underline-offset-4">
          Clear all
        </Link>
      </li>
    </ul>
  )
}
