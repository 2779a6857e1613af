import { Form, useNavigation } from 'react-router'

import type { FormResult } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { LinePicture } from '#app/ui/product-line.tsx'
import { itemsLeft } from '#contract/orders/cancelled-items.ts'
import type { StaffOrderLine } from '#contract/orders/orders.ts'
import { counted } from '#contract/words/counted.ts'

interface SizeChangeFormProps {
  line: StaffOrderLine
  /** Sizes that it may get, with what is in stock of each. */
  choices: readonly { size: string; stock: number }[]
  /** What came of this form. */
  result: FormResult | undefined
}

/** Gives pieces of a line another size. */
export function SizeChangeForm({ line, choices, result }: SizeChangeFormProps) {
  const isPending = useNavigation().formMethod === 'POST'
  const { _id, product, size = '' } = line
  const left = itemsLeft(line)
  const { values = {}, failure } = result ?? {}
  return (
    <Form method="post" className="card grid gap-4 p-5" aria-label={`Size of ${product.name} · ${size}`}>
      <ErrorSummary failure={failure} />
      <input type="hidden" name="line" value={_id} />
      <input type="hidden" name="left" value={left} />
      <div className="flex items-center gap-3">
        <LinePicture image={product.image} />
        <p className="wrap-anywhere">
          <span className="font-semibold">{product.name}</span>
          <span className="block text-sm text-muted">{`Size ${size} · ${counted(left, 'piece')}`}</span>
        </p>
      </div>
      {choices.length === 0 ? (
        <p className="text-muted">No other size is in stock.</p>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="New size"
            name="size"
            className="min-w-40 flex-1"
            defaultValue={values['size']}
            error={failure?.fields?.['size']}
          >
            {choices.map((choice) => (
              <option key={choice.size} value={choice.size}>
                {`${choice.size} · ${choice.stock} in stock`}
              </option>
            ))}
          </SelectField>
          {left > 1 && (
            <TextField
              type="number"
              label="Pieces"
              name="quantity"
              className="w-24"
              min={1}
              max={left}
              step={1}
              inputMode="numeric"
              defaultValue={values['quantity'] ?? left}
              error={failure?.fields?.['quantity']}
            />
          )}
          <Button type="submit" variant="outline" disabled={isPending}>
            Change size
          </Button>
        </div>
      )}
    </Form>
  )
}
