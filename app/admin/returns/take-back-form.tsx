import { Form, Link, useNavigation } from 'react-router'

import { leftField, noteField, reasonField, type TakeableLine } from '#app/admin/returns/take-back.ts'
import { WAY_LABELS } from '#app/admin/returns/return-words.ts'
import type { FormResult } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { LinePicture } from '#app/ui/product-line.tsx'
import { MAX_RETURN_NOTE } from '#contract/returns/return-limits.ts'
import { RETURN_REASON_FACTS, RETURN_REASONS } from '#contract/returns/return-reasons.ts'
import { WAYS_BACK } from '#contract/returns/ways-back.ts'
import { counted } from '#contract/words/counted.ts'

interface LineFieldsProps {
  line: TakeableLine
  values: Record<string, string>
}

function LineFields({ line, values }: LineFieldsProps) {
  const { _id, product, size, left } = line
  return (
    <fieldset className="card grid gap-4 p-5 sm:grid-cols-2">
      <legend className="float-left flex w-full items-center gap-3 font-semibold wrap-anywhere sm:col-span-2">
        <LinePicture image={product.image} />
        <span>{`${product.name}${size === undefined ? '' : ` · ${size}`}`}</span>
      </legend>
      <input type="hidden" name="line" value={_id} />
      <input type="hidden" name={leftField(_id)} value={left} />
      <TextField
        type="number"
        name={_id}
        label="How many pieces"
        hint={`Of ${counted(left, 'piece')}`}
        min={0}
        max={left}
        step={1}
        inputMode="numeric"
        defaultValue={values[_id] ?? 0}
      />
      <SelectField label="Why" name={reasonField(_id)} defaultValue={values[reasonField(_id)] ?? 'changed mind'}>
        {RETURN_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {RETURN_REASON_FACTS[reason].label}
          </option>
        ))}
      </SelectField>
      <TextField
        className="sm:col-span-2"
        label="Note (optional)"
        name={noteField(_id)}
        maxLength={MAX_RETURN_NOTE}
        autoComplete="off"
        defaultValue={values[noteField(_id)]}
      />
    </fieldset>
  )
}

interface TakeBackFormProps {
  orderId: string
  lines: readonly TakeableLine[]
  result: FormResult | undefined
}

/** Takes back pieces of a delivered order for its customer. */
export function TakeBackForm({ orderId, lines, result = {} }: TakeBackFormProps) {
  const isPending = useNavigation().formMethod === 'POST'
  const { values = {}, failure } = result
  return (
    <Form method="post" className="mt-6 grid gap-5">
      <ErrorSummary failure={failure} />
      {lines.map((line) => (
        <LineFields key={line._id} line={line} values={values} />
      ))}
      <SelectField label="How they come back" name="wayBack" defaultValue={values['wayBack'] ?? 'own parcel'}>
        {WAYS_BACK.map((way) => (
          <option key={way} value={way}>
            {WAY_LABELS[way]}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isPending}>
          Take back
        </Button>
        <Link to={`/admin/orders/${orderId}`} className="btn btn-quiet">
          Not now
        </Link>
      </div>
    </Form>
  )
}
