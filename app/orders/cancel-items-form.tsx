import { Form, Link, useNavigation, useSearchParams } from 'react-router'

import { chosenItems, countOf, restOfOrder, type Cancellable, type ChosenLine } from '#app/orders/chosen-items.ts'
import type { FormResult } from '#app/api/form-result.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FocusOnChange } from '#app/ui/focus-on-change.tsx'
import { LinePicture } from '#app/ui/product-line.tsx'
import { formatPaise, formatTotal } from '#contract/units/money.ts'
import { itemsLeft, paiseOfItems } from '#contract/orders/cancelled-items.ts'
import { CANCEL_REASONS, MAX_CANCEL_REASON } from '#contract/orders/cancel-reasons.ts'
import { counted } from '#contract/words/counted.ts'

interface CancelItemsProps {
  order: Cancellable
  /** The page to return to. */
  back: string
  /** The staff say why in their own words, customers choose from a list. */
  isStaff?: boolean
  result: FormResult | undefined
}

type Line = Cancellable['products'][number]

/** How many pieces there are, and what comes back for one. */
function hintOf({ product, ...line }: Line): string {
  const one = paiseOfItems({ ...line, product: { ...product, price: product.price ?? 0 } }, 1)
  return `Of ${counted(itemsLeft(line), 'piece')} · ${formatPaise(one)} each`
}

const nameOf = ({ product, size }: Line) => `${product.name}${size ? ` · ${size}` : ''}`

/**
 * The two steps of cancelling pieces: choosing them, which the address of the page keeps, and agreeing to what comes
 * back. Both work without JavaScript.
 */
export function CancelItems(props: CancelItemsProps) {
  const [search] = useSearchParams()
  const chosen = chosenItems(props.order, search)
  const isChosen = chosen.length > 0
  return (
    <FocusOnChange of={isChosen ? 'agree' : 'choose'}>
      {isChosen ? <Agree {...props} chosen={chosen} /> : <Choose {...props} />}
    </FocusOnChange>
  )
}

function Choose({ order, back, isStaff = false, result }: CancelItemsProps) {
  const [search] = useSearchParams()
  const reason = search.get('reason') ?? ''
  return (
    <Form method="get" className="mt-6 grid gap-5">
      <ErrorSummary failure={result?.failure} />
      {search.size > 0 && <p className="field-error">Please choose what is to be cancelled.</p>}
      <fieldset className="grid gap-4">
        <legend className="field-label mb-3">How many pieces of each?</legend>
        {order.products.map((line) => {
          const left = itemsLeft(line)
          return (
            left > 0 && (
              <div key={line._id} className="flex items-start gap-4">
                <LinePicture image={line.product.image} isLarge />
                <TextField
                  type="number"
                  name={line._id}
                  label={nameOf(line)}
                  hint={hintOf(line)}
                  className="min-w-0 flex-1"
                  min={0}
                  max={left}
                  inputMode="numeric"
                  defaultValue={search.get(line._id) ?? 0}
                />
              </div>
            )
          )
        })}
      </fieldset>
      {isStaff ? (
        <TextField name="reason" label="Why (optional)" defaultValue={reason} maxLength={MAX_CANCEL_REASON} />
      ) : (
        <SelectField name="reason" label="Why (optional)" defaultValue={reason}>
          <option value="">I would rather not say</option>
          {CANCEL_REASONS.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </SelectField>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Show what comes back</Button>
        <Link to={back} className="btn btn-quiet">
          Keep everything
        </Link>
      </div>
    </Form>
  )
}

/** What becomes of the money and of the store credit, in a sentence each. */
function moneySentences(
  { payment }: Cancellable,
  { backPaise, creditPaise, leftPaise }: ReturnType<typeof restOfOrder>,
  isStaff: boolean,
): string[] {
  const [amount, credit, left] = [backPaise - creditPaise, creditPaise, leftPaise].map(formatPaise)
  const way = isStaff
    ? 'to the card or account that the customer paid with'
    : 'to the card or account that you paid with'
  const credited = creditPaise > 0 ? [`${credit} comes back as store credit.`] : []
  if (typeof payment === 'object') return [`${left} is then to be paid in cash at the door.`, ...credited]
  if (backPaise === creditPaise) return credited
  const isWaiting = payment === 'awaiting capture'
  const money = isWaiting
    ? `The payment is not confirmed yet. Once it is, ${amount} goes back ${way}.`
    : `${amount} goes back ${way}.`
  return [money, ...credited]
}

function Agree({ order, back, isStaff = false, result, chosen }: CancelItemsProps & { chosen: readonly ChosenLine[] }) {
  const isPending = useNavigation().formMethod === 'POST'
  const [search] = useSearchParams()
  const rest = restOfOrder(order, chosen)
  const { isWhole } = rest
  const pieces = counted(countOf(chosen), 'piece')
  const keptFees = isWhole ? [] : (order.fees ?? [])
  return (
    <Form method="post" className="mt-6 grid gap-5">
      <ErrorSummary failure={result?.failure} />
      <ul className="grid gap-3 border-y border-line py-4">
        {chosen.map(({ line, quantity, paise }) => (
          <li key={line._id} className="flex items-center justify-between gap-4">
            <LinePicture image={line.product.image} isLarge />
            <span className="flex-1 wrap-anywhere">{`${quantity} × ${nameOf(line)}`}</span>
            <span className="price">{formatPaise(paise)}</span>
            <input type="hidden" name={line._id} value={quantity} />
            <input type="hidden" name={`left ${line._id}`} value={itemsLeft(line)} />
          </li>
        ))}
      </ul>
      <input type="hidden" name="reason" value={search.get('reason') ?? ''} />
      <p className="font-semibold">
        {isWhole && <span>This is all that is left, so the whole order is cancelled. </span>}
        <span>{moneySentences(order, rest, isStaff).join(' ')}</span>
      </p>
      {keptFees.map(({ kind, name, amount }) => (
        <p key={kind} className="text-sm text-muted">
          {`${name}, ${formatTotal(amount)}, comes back only with the whole order.`}
        </p>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" isPending={isPending} pendingText="Cancelling...">
          {isWhole ? 'Cancel the order' : `Cancel ${pieces}`}
        </Button>
        <ButtonLink to="?" variant="outline">
          Choose again
        </ButtonLink>
        <Link to={back} className="btn btn-quiet">
          Keep everything
        </Link>
      </div>
    </Form>
  )
}
