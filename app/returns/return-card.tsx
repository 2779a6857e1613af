import { useId } from 'react'
import { Form, useNavigation } from 'react-router'

import type { FormResult } from '#app/api/form-result.ts'
import { ParcelTracking } from '#app/orders/parcel-tracking.tsx'
import { ParcelTrail } from '#app/orders/parcel-trail.tsx'
import { StepPath } from '#app/orders/step-path.tsx'
import { RefundToFields } from '#app/returns/refund-to-fields.tsx'
import { formName, resultFor, type ReturnFormResult } from '#app/returns/return-forms.ts'
import { ReturnPictures } from '#app/returns/return-pictures.tsx'
import { returnSteps, statusWord, toneOf } from '#app/returns/return-steps.ts'
import { exchangeSentence, moneySentence, nextSentence } from '#app/returns/return-texts.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { ProductLine } from '#app/ui/product-line.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { NOT_DELIVERED, RETURN_REASON_FACTS } from '#contract/returns/return-reasons.ts'
import { isDelivered, nextReturnStatuses, RETURN_FACTS } from '#contract/states/return-states.ts'
import type { Return, ReturnLine } from '#contract/returns/returns.ts'
import { counted } from '#contract/words/counted.ts'

const reasonOf = ({ reason }: ReturnLine): string =>
  reason === NOT_DELIVERED ? 'It was not delivered' : RETURN_REASON_FACTS[reason].label

function Lines({ lines, ...shown }: Pick<Return, 'lines' | 'status' | 'timeline'>) {
  return (
    <ul className="mt-4 grid gap-3">
      {lines.map((line) => (
        <ProductLine
          key={line._id}
          image={line.product.image}
          name={line.product.name}
          size={line.size}
          quantity={line.quantity}
          amount={line.amount}
        >
          {!isDelivered(shown) && <p className="text-muted">{reasonOf(line)}</p>}
          {line.exchangeSize !== undefined && line.reason !== NOT_DELIVERED && (
            <p className="text-muted">{`For size ${line.exchangeSize}`}</p>
          )}
          {line.note !== undefined && <p className="text-muted">{line.note}</p>}
        </ProductLine>
      ))}
    </ul>
  )
}

interface ReturnFormProps {
  shown: Return
  result: FormResult | undefined
}

function RefundTo({ shown: { _id, refund }, result }: ReturnFormProps) {
  const isPending = useNavigation().formMethod === 'POST'
  return (
    <details className="mt-5 border-t border-line pt-3" open={!refund.isPayable || result?.failure !== undefined}>
      <summary className="min-h-11 content-center font-semibold">
        {refund.isPayable ? 'Change how you get your money' : 'Say where your money goes'}
      </summary>
      <Form method="post" className="mt-3 grid gap-4">
        <input type="hidden" name="form" value={formName('refund-to', _id)} />
        <ErrorSummary failure={result?.failure} />
        <RefundToFields isCash={refund.takesAccount} way={refund.way} result={result} />
        <Button type="submit" variant="outline" isPending={isPending} className="justify-self-start">
          Save
        </Button>
      </Form>
    </details>
  )
}

function Withdraw({ shown: { _id }, result }: ReturnFormProps) {
  const isPending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="mt-5 grid gap-3 border-t border-line pt-5">
      <input type="hidden" name="form" value={formName('withdraw', _id)} />
      <ErrorSummary failure={result?.failure} />
      <Button type="submit" variant="quiet" isPending={isPending} className="-ms-3 justify-self-start">
        Withdraw this return
      </Button>
    </Form>
  )
}

/** One return of an order: where its pieces and its money are, and what its customer may still do. */
export function ReturnCard({ shown, result }: { shown: Return; result: ReturnFormResult | undefined }) {
  const headingId = useId()
  const { _id, status, lines, refund, parcel } = shown
  const pieces = counted(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'piece',
  )
  const isEnded = status === 'refused' || status === 'withdrawn'
  const isOver = RETURN_FACTS[status].waits === null
  const isMoneyOpen = !isEnded && (refund.status === 'refund due' || (status !== 'inspected' && refund.refunded === 0))
  const sentences = [nextSentence(shown), exchangeSentence(shown), isEnded ? undefined : moneySentence(shown)].filter(
    Boolean,
  )
  return (
    <article className="card p-5 sm:p-6" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} className="heading heading-3">{`Return of ${pieces}`}</h2>
        <StatusBadge tone={toneOf(status)}>{statusWord(status, shown)}</StatusBadge>
      </div>
      {sentences.map((sentence) => (
        <p key={sentence} className="mt-2 text-sm font-semibold wrap-anywhere">
          {sentence}
        </p>
      ))}
      {shown.isWayBackFree && !isOver && <p className="mt-2 text-sm text-muted">The way back costs you nothing.</p>}
      <div className="mt-5">
        <StepPath steps={returnSteps(shown)} aheadWord={() => 'still ahead'} />
      </div>
      {parcel && !isEnded && (
        <>
          <ParcelTracking
            shipment={{ ...parcel, name: parcel.carrier ?? 'a courier' }}
            deed={parcel.step === 'booked' ? 'To be fetched by' : 'Fetched by'}
          />
          <ParcelTrail parcel={parcel} isReturn />
        </>
      )}
      <Lines {...shown} />
      <ReturnPictures shown={shown} result={resultFor(formName('pictures', _id), result)} />
      {isMoneyOpen && <RefundTo shown={shown} result={resultFor(formName('refund-to', _id), result)} />}
      {nextReturnStatuses(status).includes('withdrawn') && (
        <Withdraw shown={shown} result={resultFor(formName('withdraw', _id), result)} />
      )}
    </article>
  )
}
