import { Form } from 'react-router'

import { Button, ButtonLink } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'

/** A choice beside the search. What is chosen stands in the address under its name. */
interface ListFilter {
  name: string
  label: string
  /** The words for no choice. */
  all: string
  options: readonly { value: string; label: string }[]
}

interface ListSearchProps {
  /** Address of the list. */
  action: string
  /** What is searched, in the plural: 'Orders'. */
  name: string
  /** The label of the field, where it is not 'Search' and the name. */
  label?: string
  placeholder?: string
  filters?: readonly ListFilter[]
  /** False where the list is filtered only. */
  hasWords?: boolean
  /** Names of other values of the address that a search keeps. */
  kept?: readonly string[]
  /** What is chosen in the address. */
  view: Readonly<Record<string, string | number | undefined>>
}

const PLAIN = 'mt-6 grid grid-cols-[1fr_auto] items-end gap-3 sm:max-w-xl'
const FILTERED =
  'mt-4 grid grid-cols-2 items-end gap-3 sm:mt-6 lg:grid-cols-[repeat(var(--filters),14rem)_1fr_auto_auto]'

/** The search of an administrators' list, with its filters. It works without JavaScript, too. */
export function ListSearch({
  action,
  name,
  label,
  placeholder,
  filters = [],
  hasWords = true,
  kept = [],
  view,
}: ListSearchProps) {
  const names = [...filters.map((filter) => filter.name), 'search']
  const hasFilters = filters.length > 0
  // Two fields stand in a line on narrow screens; the button fills what is left of the last line.
  const isButtonAlone = hasFilters && (filters.length + Number(hasWords)) % 2 === 0
  return (
    <Form
      // The fields are filled again whenever a link or the Back button changes the address.
      key={JSON.stringify(names.map((one) => view[one]))}
      method="get"
      action={action}
      role="search"
      aria-label={name}
      className={hasFilters ? FILTERED : PLAIN}
      style={{ '--filters': filters.length } as React.CSSProperties}
    >
      {kept.map((one) => view[one] !== undefined && <input key={one} type="hidden" name={one} value={view[one]} />)}
      {filters.map((filter) => (
        <SelectField key={filter.name} label={filter.label} name={filter.name} defaultValue={view[filter.name] ?? ''}>
          <option value="">{filter.all}</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ))}
      {hasWords && (
        <TextField
          label={label ?? `Search ${name.toLowerCase()}`}
          name="search"
          type="search"
          placeholder={placeholder}
          defaultValue={view.search}
        />
      )}
      <Button
        type="submit"
        variant="outline"
        className={`${hasWords ? '' : 'lg:justify-self-start'} ${isButtonAlone ? 'max-lg:col-span-2' : ''}`}
      >
        {hasWords ? 'Search' : 'Show'}
      </Button>
      {hasFilters && names.some((one) => view[one] !== undefined) && (
        <ButtonLink to={action} variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  )
}
