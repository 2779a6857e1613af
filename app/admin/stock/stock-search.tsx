import { Form } from 'react-router'

import { STOCK } from '#app/admin/stock/stock-view.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

/** Searches the sizes, and chooses the day whose end is shown. It works without JavaScript, too. */
export function StockSearch({
  search,
  on,
  today,
}: {
  search?: string | undefined
  on?: string | undefined
  today: string
}) {
  return (
    <Form
      key={`${search} ${on}`}
      method="get"
      action={STOCK}
      role="search"
      aria-label="Stock"
      className="mt-4 mb-4 grid grid-cols-2 items-end gap-3 sm:mt-6 sm:max-w-3xl sm:grid-cols-[1fr_12rem_auto_auto]"
    >
      <TextField
        label="Search stock"
        name="search"
        type="search"
        placeholder="Product, SKU, barcode or place"
        defaultValue={search}
        className="max-sm:col-span-2"
      />
      <TextField label="At the end of" name="on" type="date" max={today} defaultValue={on} />
      <Button type="submit" variant="outline">
        Show
      </Button>
      {(search !== undefined || on !== undefined) && (
        <ButtonLink to={STOCK} variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  )
}
