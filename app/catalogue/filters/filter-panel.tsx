import { Form } from 'react-router'

import { FilterTiles, Folded } from '#app/catalogue/filters/filter-tiles.tsx'
import { rangeOf, type ListChoice } from '#app/catalogue/filters/list-address.ts'
import { splitValues } from '#contract/catalogue/lists/filter-values.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import { formatRupees } from '#contract/units/money.ts'
import { PRICE_RANGES } from '#contract/catalogue/lists/price-ranges.ts'
import type { Category, Facets } from '#contract/catalogue/catalogue.ts'

interface FilterPanelProps {
  /** The path of the list. */
  action: string
  choice: ListChoice
  /** Undefined on the page of a category. */
  categories: readonly Category[] | undefined
  facets: Facets | undefined
  onChoose(choice: ListChoice): void
}

/** The form's id, because the sort field belongs to the form but stands elsewhere. */
export const FILTERS_ID = 'filters'

interface Choice {
  value: string
  label: string
  count?: number | undefined
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
        <option key={choice.value} value={choice.value} data-count={choice.count}>
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

/** `501-1000` → its two figures, or neither for all prices. */
function boundsOf(range: string | undefined): Pick<ListChoice, 'minPrice' | 'maxPrice'> {
  const found = PRICE_RANGES.find(([from, to]) => `${from}-${to}` === range)
  return found ? { minPrice: found[0], maxPrice: found[1] } : { minPrice: undefined, maxPrice: undefined }
}

interface PriceBoundsProps {
  choice: ListChoice
  onChoose(bounds: Pick<ListChoice, 'minPrice' | 'maxPrice'>): void
}

const amountOf = (text: string) => (text === '' ? undefined : Number(text))

/**
 * Fields for any lowest and highest price in rupees, read when the focus leaves them. Empty while a fixed range is
 * chosen.
 */
function PriceBounds({ choice, onChoose }: PriceBoundsProps) {
  const isRange = rangeOf(choice) !== ''
  const bounds = { minPrice: choice.minPrice, maxPrice: choice.maxPrice }
  const field = (name: keyof typeof bounds, label: string) => (
    <TextField
      label={label}
      name={name}
      prefix="₹"
      type="number"
      min={0}
      inputMode="numeric"
      defaultValue={isRange ? '' : bounds[name]}
      onBlur={({ target }) => {
        if (target.value !== String(isRange ? '' : (bounds[name] ?? '')) && target.validity.valid) {
          onChoose({ ...(isRange ? {} : bounds), [name]: amountOf(target.value) })
        }
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
  return (
    <div className="price-bounds grid grid-cols-2 gap-3">
      {field('minPrice', 'Lowest price')}
      {field('maxPrice', 'Highest price')}
    </div>
  )
}

interface CategoriesProps {
  categories: readonly (Category & { count?: number })[]
  choice: ListChoice
  onChoose(change: Pick<ListChoice, 'category'>): void
}

/** A field for the first category. Once it is chosen, tiles add others. */
function Categories({ categories, choice, onChoose }: CategoriesProps) {
  const [first, ...more] = splitValues(choice.category)
  // What would add nothing is not offered; what is chosen stays.
  const others = categories.filter(({ _id, count }) => _id !== first && (count !== 0 || more.includes(_id)))
  return (
    <>
      <FilterSelect
        label="Category"
        name="category"
        all="All Categories"
        chosen={first}
        choices={categories.map(({ _id, name, count }) => ({ value: _id, label: name, count }))}
        onChoose={(chosen) =>
          onChoose({ category: chosen && [chosen, ...more.filter((id) => id !== chosen)].join(',') })
        }
      />
      {first && (
        <FilterTiles
          legend="Also show"
          name="category"
          chosen={more.join(',') || undefined}
          values={others.map(({ _id, name, count }) => ({
            value: _id,
            label: name,
            ...(count !== undefined && { count }),
          }))}
          onChoose={(ids) => onChoose({ category: [first, ids].filter(Boolean).join(',') })}
        />
      )}
    </>
  )
}

/** Facts that some know and most do not ask for. */
const FOLDED = [
  ['Fit', 'fit', 'fits'],
  ['Fabric', 'fabric', 'fabrics'],
  ['Sleeves', 'sleeve', 'sleeves'],
] as const

/** Some of the products are discounted, and some are not. */
const hasSomeDiscounted = ({ discounted, withSoldOut, inStock }: Facets, choice: ListChoice) =>
  discounted > 0 && discounted < (choice.inStock ? inStock : withSoldOut)

/**
 * The list's filters. Each choice leads to another address; without JavaScript the form's button does. A choice is
 * shown at once and is part of the next one, even before its list has loaded.
 */
export function FilterPanel({ action, choice: choiceOfList, categories, facets, onChoose }: FilterPanelProps) {
  const [choice, setChoice] = useDerivedState(choiceOfList, (given) => given)
  const choose = (change: Partial<ListChoice>) => {
    const next = { ...choice, ...change, page: 1 }
    setChoice(next)
    onChoose(next)
  }
  return (
    <Form
      id={FILTERS_ID}
      action={action}
      method="get"
      className="grid gap-5"
      onSubmit={(event) => event.preventDefault()}
    >
      {choice.search && <input type="hidden" name="search" value={choice.search} />}
      {choice.exact && <input type="hidden" name="exact" value="true" />}
      <FilterTiles
        legend="Size"
        name="size"
        chosen={choice.size}
        values={facets?.sizes ?? []}
        onChoose={(size) => choose({ size })}
      />
      <FilterTiles
        legend="Colour"
        name="colour"
        chosen={choice.colour}
        values={facets?.families ?? []}
        onChoose={(colour) => choose({ colour })}
      />
      <FilterSelect
        label="Price"
        name="price"
        all="All Prices"
        chosen={rangeOf(choice)}
        choices={PRICES.map((price, index) => ({ ...price, count: facets?.prices[index] }))}
        onChoose={(range) => choose(boundsOf(range))}
      />
      <PriceBounds key={`${choice.minPrice}-${choice.maxPrice}`} choice={choice} onChoose={choose} />
      {categories && <Categories categories={facets?.categories ?? categories} {...{ choice, onChoose: choose }} />}
      {(choice.collection !== undefined || (facets?.collections.length ?? 0) > 0) && (
        <FilterSelect
          label="Collection"
          name="collection"
          all="All Collections"
          chosen={choice.collection}
          choices={(facets?.collections ?? []).map(({ slug, title, count }) => ({ value: slug, label: title, count }))}
          onChoose={(collection) => choose({ collection })}
        />
      )}
      <FilterTiles
        legend="Country of origin"
        name="origin"
        chosen={choice.origin}
        values={facets?.origins ?? []}
        onChoose={(origin) => choose({ origin })}
      />
      {FOLDED.map(([legend, name, counted]) => (
        <Folded
          key={name}
          label={legend}
          isOpenAtFirst={choice[name] !== undefined}
          isShown={(facets?.[counted].length ?? 0) > 1}
        >
          <FilterTiles
            legend={legend}
            isLegendHidden
            name={name}
            chosen={choice[name]}
            values={facets?.[counted] ?? []}
            onChoose={(chosen) => choose({ [name]: chosen })}
          />
        </Folded>
      ))}
      {(choice.discounted || (facets && hasSomeDiscounted(facets, choice))) && (
        <CheckField
          label={facets ? `Discounted only (${facets.discounted})` : 'Discounted only'}
          name="discounted"
          value="true"
          checked={choice.discounted ?? false}
          onChange={(event) => choose({ discounted: event.target.checked || undefined })}
        />
      )}
      {(choice.inStock || facets?.withSoldOut !== 0) && (
        <CheckField
          label={facets ? `In stock only (${facets.inStock})` : 'In stock only'}
          name="inStock"
          value="true"
          checked={choice.inStock ?? false}
          onChange={(event) => choose({ inStock: event.target.checked || undefined })}
        />
      )}
      <noscript>
        <button type="submit" className="btn btn-outline w-full">
          Apply filters
        </button>
      </noscript>
    </Form>
  )
}
