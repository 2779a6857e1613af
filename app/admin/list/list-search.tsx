import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

interface ListSearchProps {
  /** Address of the list. */
  action: string
  /** What is searched, in the plural: 'Orders'. */
  name: string
  search: string | undefined
  placeholder?: string
  /** Other values of the address, sent along as hidden fields. */
  hidden: Readonly<Record<string, string | undefined>>
}

/** The search of an administrators' list. It works without JavaScript, too. */
export function ListSearch({ action, name, search, placeholder, hidden }: ListSearchProps) {
  return (
    <Form
      key={search}
      method="get"
      action={action}
      role="search"
      aria-label={name}
      className="my-6 grid grid-cols-[1fr_auto] items-end gap-3 sm:max-w-xl"
    >
      {Object.entries(hidden).map(
        ([field, value]) => value && <input key={field} type="hidden" name={field} value={value} />,
      )}
      <TextField
        label={`Search ${name.toLowerCase()}`}
        name="search"
        type="search"
        placeholder={placeholder}
        defaultValue={search}
      />
      <Button type="submit" variant="outline">
        Search
      </Button>
    </Form>
  )
}
