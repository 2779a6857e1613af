import { Form, Link, useNavigation } from 'react-router'

import { fieldPropsOf, type FormResult } from '#app/api/form-result.ts'
import { RefundToFields } from '#app/returns/refund-to-fields.tsx'
import { formName, lineNames } from '#app/returns/return-forms.ts'
import { nothingReturnable, windowSentence } from '#app/returns/return-texts.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { LinePicture } from '#app/ui/product-line.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { MAX_RETURN_NOTE } from '#contract/returns/return-limits.ts'
import { RETURN_REASON_FACTS, RETURN_REASONS } from '#contract/returns/return-reasons.ts'
import { WAY_BACK_FACTS, WAYS_BACK } from '#contract/returns/ways-back.ts'
import type { ReturnableLine } from '#contract/returns/returns.ts'
import { counted } from '#contract/words/counted.ts'

interface LineFieldsProps {
  ordered: Order['products'][number]
  line: ReturnableLine
  /** How many pieces are chosen when the form opens. */
  initial: number
  result: FormResult | undefined
}

function LineFields({ ordered: { product, size }, line, initial, result }: LineFieldsProps) {
  const names = lineNames(line._id)
  const field = fieldPropsOf(result)
  const pieces = field(names.pieces)
  const reasons = RETURN_REASONS.filter((reason) => !line.isForFaultsOnly || RETURN_REASON_FACTS[reason].isFault)
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="float-start mb-1 w-full font-semibold wrap-anywhere">
        {`${product.name}${size ? ` · ${size}` : ''}`}
      </legend>
      <input type="hidden" name={names.left} value={line.left} />
      <div className="flex items-center gap-4">
        {product.image !== null && <LinePicture image={product.image} isLarge />}
        <p className="text-sm text-muted">{windowSentence(line)}</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...pieces}
          type="number"
          label="How many pieces"
          hint={`Of ${counted(line.left, 'piece')}`}
          min={0}
          max={line.left}
          inputMode="numeric"
          defaultValue={pieces.defaultValue ?? initial}
        />
        <SelectField label="Why" {...field(names.reason)}>
          <option value="">Please choose</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {RETURN_REASON_FACTS[reason].label}
            </option>
          ))}
        </SelectField>
      </div>
      <TextAreaField
        label="What we should know (optional)"
        rows={2}
        maxLength={MAX_RETURN_NOTE}
        {...field(names.note)}
      />
      {line.exchangeSizes.length > 0 && (
        <SelectField label="Money or another size" hint="We keep the other size for you." {...field(names.size)}>
          <option value="">Money</option>
          {line.exchangeSizes.map((other) => (
            <option key={other} value={other}>
              {`Size ${other}`}
            </option>
          ))}
        </SelectField>
      )}
    </fieldset>
  )
}

interface AskForReturnProps {
  order: Order
  lines: readonly ReturnableLine[]
  takesAccount: boolean
  result: FormResult | undefined
}

/** Asks for pieces of an order to come back, or says why none may. */
export function AskForReturn({ order, lines, takesAccount, result }: AskForReturnProps) {
  const isPending = useNavigation().formMethod === 'POST'
  const field = fieldPropsOf(result)
  const open = lines.filter(({ left }) => left > 0)
  if (open.length === 0) return <p className="lead mt-4">{nothingReturnable(order)}</p>
  return (
    <Form method="post" className="mt-4 grid gap-6">
      <input type="hidden" name="form" value={formName('ask')} />
      <ErrorSummary failure={result?.failure} />
      {open.map((line) => {
        const ordered = order.products.find(({ _id }) => _id === line._id)
        const initial = open.length === 1 ? 1 : 0
        return ordered && <LineFields key={line._id} ordered={ordered} line={line} initial={initial} result={result} />
      })}
      <div className="grid gap-4 border-t border-line pt-5">
        <SelectField label="How it comes back" {...field('wayBack')}>
          {WAYS_BACK.map((way) => (
            <option key={way} value={way}>
              {WAY_BACK_FACTS[way].label}
            </option>
          ))}
        </SelectField>
        <RefundToFields isCash={takesAccount} result={result} />
      </div>
      <p className="text-sm text-muted">
        <span>You can add pictures once you have asked. </span>
        <Link to="/returns" className="link">
          How returns work
        </Link>
      </p>
      <Button type="submit" isPending={isPending} pendingText="Asking..." className="justify-self-start">
        Ask for the return
      </Button>
    </Form>
  )
}
