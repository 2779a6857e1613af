import { useState, type SubmitEvent } from 'react'

import { textIn } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { AdminProduct, BulkChange } from '#contract/catalogue/admin-catalogue.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import { fieldOf, LABEL_FACTS } from '#contract/catalogue/product-fields.ts'

/** A bulk change without the products that it is made to. */
export type BulkInput =
  Exclude<BulkChange, { action: 'set prices' | 'set facts' }> extends infer One
    ? One extends BulkChange
      ? Omit<One, 'ids'>
      : never
    : never

interface BulkFormProps {
  /** '3 products'. */
  products: string
  isBusy: boolean
  error: string | undefined
  onInput(input: BulkInput): void
}

function BulkForm({
  verb,
  products,
  isBusy,
  inputIn,
  onInput,
  children,
}: Omit<BulkFormProps, 'error'> & {
  verb: string
  inputIn: (form: FormData) => BulkInput
  children: React.ReactNode
}) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onInput(inputIn(new FormData(event.currentTarget)))
  }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={isBusy} className="grid gap-5">
        {children}
        <Button type="submit" isPending={isBusy}>
          {`${verb} ${products}`}
        </Button>
      </fieldset>
    </form>
  )
}

export function MoveForm({ categories, error, ...form }: BulkFormProps & { categories: readonly Category[] }) {
  return (
    <BulkForm {...form} verb="Move" inputIn={(data) => ({ action: 'move', category: textIn(data, 'category') })}>
      <SelectField label="New category" name="category" required error={error}>
        <option value="">Choose a category</option>
        {categories.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </BulkForm>
  )
}

interface StockFormProps extends BulkFormProps {
  sizes: readonly string[]
  chosen: readonly AdminProduct[]
}

/** What open payments hold of the chosen products, of one size or of all. */
function piecesIn(chosen: readonly AdminProduct[], size: string): { free: number; promised: number } {
  const isMeant = (name: string) => size === '' || name === size
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const freeOf = ({ sizes, stock }: AdminProduct) =>
    size === '' ? stock : sum(sizes.filter((each) => isMeant(each.size)).map((each) => each.stock))
  const promisedOf = ({ promised = {} }: AdminProduct) =>
    sum(Object.entries(promised).flatMap(([name, pieces]) => (isMeant(name) ? pieces : [])))
  return { free: sum(chosen.map(freeOf)), promised: sum(chosen.map(promisedOf)) }
}

export function StockForm({ sizes, chosen, error, ...form }: StockFormProps) {
  const [how, setHow] = useState<'add' | 'set'>('add')
  const [size, setSize] = useState('')
  const { free, promised } = piecesIn(chosen, size)
  const choice = (value: 'add' | 'set') => ({
    type: 'radio',
    name: 'how',
    value,
    checked: how === value,
    onChange: () => setHow(value),
  })
  return (
    <BulkForm
      {...form}
      verb={how === 'add' ? 'Add stock to' : 'Set stock of'}
      inputIn={(data) => {
        const only = textIn(data, 'size')
        return { action: 'stock', how, quantity: Number(textIn(data, 'quantity')), ...(only && { size: only }) }
      }}
    >
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="field-label mb-1">What to do</legend>
        <CheckField label="Add pieces" {...choice('add')} />
        <CheckField label="Set to a number" {...choice('set')} />
      </fieldset>
      <TextField
        key={how}
        label="Pieces"
        name="quantity"
        type="number"
        min={how === 'set' ? 0 : -MAX_STOCK}
        max={MAX_STOCK}
        step={1}
        required
        hint={how === 'add' ? 'A minus takes pieces away.' : undefined}
        error={error}
      />
      {sizes.length > 0 && (
        <SelectField label="Size" name="size" value={size} onChange={({ target }) => setSize(target.value)}>
          <option value="">Every size of each product</option>
          {sizes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
      )}
      {promised > 0 && (
        <p className="text-sm text-muted" role="status">
          {`${free} free, ${promised} promised. Pieces are the free ones; promised ones stand on the shelf beside them.`}
        </p>
      )}
    </BulkForm>
  )
}

/** Sets the chosen facts of all products, or removes those that are left empty. Other facts stay. */
export function FactsForm({ fields, ...form }: Omit<BulkFormProps, 'error'> & { fields: FieldErrors }) {
  const [chosen, setChosen] = useState<readonly (typeof LABEL_FACTS)[number][]>([])
  return (
    <BulkForm
      {...form}
      verb="Change"
      inputIn={(data) => ({
        action: 'facts',
        facts: Object.fromEntries(chosen.map((name) => [name, textIn(data, name).trim() || null])),
      })}
    >
      <p className="text-sm text-muted">What is not chosen stays as it is. A chosen one that is empty is taken away.</p>
      {LABEL_FACTS.map((name) => {
        const { label, hint, max, rows, inputMode } = fieldOf(name)
        const isChosen = chosen.includes(name)
        const control = { label, hint, name, maxLength: max, autoComplete: 'off', isLabelHidden: true }
        const error = fields[`facts.${name}`]
        return (
          <div key={name} className="grid gap-2">
            <CheckField
              label={label}
              checked={isChosen}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            {isChosen &&
              (rows === undefined ? (
                <TextField {...control} inputMode={inputMode} error={error} />
              ) : (
                <TextAreaField {...control} rows={rows} error={error} />
              ))}
          </div>
        )
      })}
    </BulkForm>
  )
}
