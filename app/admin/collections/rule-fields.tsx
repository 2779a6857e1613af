import type { Choices } from '#app/admin/collections/collection-draft.ts'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { COLOUR_FAMILIES } from '#contract/catalogue/colour-swatches.ts'
import { MAX_NEW_DAYS } from '#contract/catalogue/collections/collection-limits.ts'
import type { CollectionRule } from '#contract/catalogue/collections/collections.ts'
import type { FieldErrors } from '#contract/api/errors.ts'

interface Value {
  value: string
  label: string
  hex?: string
}

/** The conditions with values to choose from. */
const CHOICES: readonly {
  name: 'categories' | 'colours' | 'fabrics' | 'fits' | 'tags'
  legend: string
  valuesOf(choices: Choices): readonly Value[]
}[] = [
  {
    name: 'categories',
    legend: 'Category',
    valuesOf: ({ categories }) => categories.map(({ _id, name }) => ({ value: _id, label: name })),
  },
  {
    name: 'colours',
    legend: 'Colour',
    valuesOf: () => COLOUR_FAMILIES.map(({ name, hex }) => ({ value: name, label: name, hex })),
  },
  { name: 'fabrics', legend: 'Fabric', valuesOf: ({ fabrics }) => fabrics.map((value) => ({ value, label: value })) },
  { name: 'fits', legend: 'Fit', valuesOf: ({ fits }) => fits.map((value) => ({ value, label: value })) },
  { name: 'tags', legend: 'Tag', valuesOf: ({ tags }) => tags.map((value) => ({ value, label: value })) },
]

/** The conditions that are a number. */
const NUMBERS: readonly {
  name: 'minPrice' | 'maxPrice' | 'newDays'
  label: string
  prefix?: string
  suffix?: string
  max?: number
}[] = [
  { name: 'minPrice', label: 'Price from', prefix: '₹' },
  { name: 'maxPrice', label: 'Price to', prefix: '₹' },
  { name: 'newDays', label: 'New within', suffix: 'days', max: MAX_NEW_DAYS },
]

/** The conditions that hold or not. */
const SWITCHES = [
  { name: 'isReduced', label: 'Reduced' },
  { name: 'isInStock', label: 'In stock' },
] as const

interface TilesProps {
  legend: string
  name: string
  values: readonly Value[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

/**
 * Values of which a product must have one. What is chosen and no longer there is shown, so that it can be taken out.
 */
function Tiles({ legend, name, values, chosen, onChange }: TilesProps) {
  const isKnown = (wanted: string) => values.some(({ value }) => value.toLowerCase() === wanted.toLowerCase())
  const gone = chosen.filter((one) => !isKnown(one))
  const shown = [
    ...values,
    ...gone.map((value): Value => ({ value, label: name === 'categories' ? 'A deleted category' : value })),
  ]
  if (shown.length === 0) return null
  return (
    <fieldset>
      <legend className="field-label mb-2">{legend}</legend>
      <div className="tiles">
        {shown.map(({ value, label, hex }) => (
          <label key={value} className="tile grid-flow-col gap-2 text-sm">
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={chosen.some((one) => one.toLowerCase() === value.toLowerCase())}
              onChange={({ currentTarget: { checked } }) => {
                const others = chosen.filter((one) => one.toLowerCase() !== value.toLowerCase())
                onChange(checked ? [...others, value] : others)
              }}
            />
            {hex && <span className="swatch" style={{ backgroundColor: hex }} />}
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface RuleFieldsProps {
  rule: CollectionRule
  choices: Choices
  errors: FieldErrors
  onChange(rule: CollectionRule): void
}

/** The conditions of a rule. An empty one asks for nothing. */
export function RuleFields({ rule, choices, errors, onChange }: RuleFieldsProps) {
  const put = (name: keyof CollectionRule, value: unknown) => {
    const { [name]: _before, ...others } = rule
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <div className="grid gap-6">
      <p className="field-hint">
        A product must meet each condition that you enter, and have one of the values that you choose of each.
      </p>
      {CHOICES.map(({ name, legend, valuesOf }) => (
        <Tiles
          key={name}
          legend={legend}
          name={`rule.${name}`}
          values={valuesOf(choices)}
          chosen={rule[name] ?? []}
          onChange={(chosen) => put(name, chosen.length > 0 ? chosen : undefined)}
        />
      ))}
      <div className="grid gap-5 sm:grid-cols-3">
        {NUMBERS.map(({ name, ...words }) => (
          <TextField
            key={name}
            {...words}
            name={`rule.${name}`}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            error={errors[`rule.${name}`]}
            value={rule[name] ?? ''}
            onChange={({ currentTarget: { value } }) => put(name, value === '' ? undefined : Number(value))}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-x-6">
        {SWITCHES.map(({ name, label }) => (
          <CheckField
            key={name}
            label={label}
            name={`rule.${name}`}
            checked={rule[name] ?? false}
            onChange={({ currentTarget: { checked } }) => put(name, checked || undefined)}
          />
        ))}
      </div>
    </div>
  )
}
