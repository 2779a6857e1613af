import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Link } from 'react-router'

import { mayShareNumbers } from '#app/admin/orders/ask-about-numbers.ts'
import { toastShipped, undoShipping } from '#app/admin/orders/change-order-status.ts'
import { EMPTY_HAND_PARCEL, handParcelIn } from '#app/admin/orders/hand-parcel-draft.ts'
import { HandParcelFields } from '#app/admin/orders/hand-parcel-fields.tsx'
import { EMPTY_DRAFT, inputOf } from '#app/admin/orders/shipment-draft.ts'
import { ShipmentFields } from '#app/admin/orders/shipment-fields.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toastError } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { fieldErrorsOf, messageOf } from '#contract/words/error-message.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import { packedOf } from '#contract/orders/cancelled-items.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'
import { UNDO_SHIPPING_SECONDS } from '#contract/orders/shipping-limits.ts'
import type { ShipOrdersAnswer } from '#contract/orders/shipments.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { counted } from '#contract/words/counted.ts'

type Refusals = ShipOrdersAnswer['results']

/** The errors of the fields that all parcels share, and of each order's tracking number. */
function faultsOf(error: unknown, orders: readonly StaffOrder[]): { shared: FieldErrors; byOrder: FieldErrors } {
  const fields = Object.entries(fieldErrorsOf(error))
  const shared: FieldErrors = {}
  const byOrder: FieldErrors = {}
  for (const [name, sentence] of fields) {
    const [, place, field] = /^(?:orders\.(\d+)\.(?:shipment|byHand(?:\.sides)?)\.)?(\w+)$/.exec(name) ?? []
    const order = orders[Number(place)]
    if (field === undefined) continue
    if (order && field === 'trackingNumber') byOrder[order._id] = sentence
    shared[field] = sentence
  }
  return { shared, byOrder }
}

/**
 * Enter moves to the next field, and from the last one to the button: a barcode scanner ends each number with Enter.
 */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button[type=submit]')]
  const next = all.filter((field) => field.closest('details:not([open])') === null)
  next[next.indexOf(event.target) + 1]?.focus()
}

/** The numbers of a pasted column or line. */
const numbersIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((number) => number.trim())
    .filter(Boolean)

interface ShipDialogProps {
  orders: readonly StaffOrder[]
  /** `isDone`: the server has answered. */
  onClose(isDone: boolean): void
  /** Called once the server has answered, even if it refused some of the orders. */
  onShipped(): void
}

/** Asks who carries the chosen orders and ships them. Says of each order that was not shipped why. */
export function ShipDialog({ orders: given, onClose, onShipped }: ShipDialogProps) {
  // The list behind the dialog changes once they are shipped.
  const [orders] = useState(given)
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [handDraft, setHandDraft] = useState(EMPTY_HAND_PARCEL)
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({})
  const [faults, setFaults] = useState(() => faultsOf(undefined, []))
  const [failure, setFailure] = useState<string>()
  const [refusals, setRefusals] = useState<Refusals>()
  const [shippedIds, setShippedIds] = useState<readonly string[]>([])
  const { isBusy, run } = useTask()
  const form = useRef<HTMLFormElement>(null)
  const isSeveral = orders.length > 1
  // Opening the dialog has focused its first control, the close button.
  useEffect(() => form.current?.querySelector<HTMLElement>('select')?.focus(), [])

  /** Fills this order's field and those below it with a pasted column. A single number is pasted as usual. */
  function paste(event: ClipboardEvent<HTMLInputElement>, place: number) {
    const pasted = numbersIn(event.clipboardData.getData('text'))
    if (pasted.length < 2) return
    event.preventDefault()
    const filled = orders
      .slice(place, place + pasted.length)
      .map(({ _id }, index) => [_id, pasted[index] ?? ''] as const)
    setNumbers((known) => ({ ...known, ...Object.fromEntries(filled) }))
  }

  async function ship() {
    setFailure(undefined)
    const parcels = orders.map((order) => {
      const { _id, cashToCollect = 0 } = order
      const shipment = inputOf(isSeveral ? { ...draft, trackingNumber: numbers[_id] ?? '' } : draft)
      return { _id, packed: packedOf(order), cashToCollect, ...(shipment && { shipment }) }
    })
    const numbered = parcels.map(({ _id, shipment }) => ({ orderId: _id, trackingNumber: shipment?.trackingNumber }))
    if (!(await mayShareNumbers(numbered))) return
    try {
      const byHand = isSeveral ? undefined : handParcelIn(handDraft, undefined)
      const { message, results } = await browserApi.shipOrders(
        parcels.map((parcel) => ({ ...parcel, ...(byHand && { byHand }) })),
      )
      onShipped()
      const refused = results.filter(({ isShipped }) => !isShipped)
      setShippedIds(results.filter(({ isShipped }) => isShipped).map(({ _id }) => _id))
      if (refused.length === 0) {
        const [only] = orders.length === 1 ? orders : []
        const ids = orders.map(({ _id }) => _id)
        toastShipped(only ? `Order #${shortIdOf(only._id)} shipped.` : message, ids, () => onShipped())
        return onClose(true)
      }
      toastError(message)
      setFailure(message)
      setRefusals(refused)
    } catch (error) {
      const sentence = messageOf(error, WORDINGS.fallback)
      setFaults(faultsOf(error, orders))
      setFailure(sentence)
      toastError(sentence)
    }
  }

  return (
    <Dialog
      title={`Ship ${counted(orders.length, 'order')}`}
      isOpen
      onClose={() => onClose(refusals !== undefined)}
      width="34rem"
    >
      {refusals ? (
        <RefusedOrders
          message={failure}
          refusals={refusals}
          shippedIds={shippedIds}
          onUndone={onShipped}
          onClose={() => onClose(true)}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter moves between its fields
        <form
          ref={form}
          className="grid gap-5"
          noValidate
          onKeyDown={goOn}
          onSubmit={(event) => {
            event.preventDefault()
            void run(ship)
          }}
        >
          {failure !== undefined && <p className="error-summary">{failure}</p>}
          <ShipmentFields draft={draft} onChange={setDraft} errors={faults.shared} hasManyParcels={isSeveral} />
          {!isSeveral && <HandParcelFields draft={handDraft} onChange={setHandDraft} errors={faults.shared} />}
          {isSeveral && draft.courier !== '' && (
            <fieldset className="ship-numbers">
              <legend className="field-label">Tracking numbers</legend>
              <p className="field-hint">A pasted column fills the fields below, too.</p>
              {orders.map(({ _id, address, user }, place) => (
                <TextField
                  key={_id}
                  label={`#${shortIdOf(_id)} ${address?.fullName ?? user.name}${address ? `, ${address.city}` : ''}`}
                  autoComplete="off"
                  spellCheck={false}
                  value={numbers[_id] ?? ''}
                  error={faults.byOrder[_id]}
                  onChange={({ target }) => setNumbers((known) => ({ ...known, [_id]: target.value }))}
                  onPaste={(event) => paste(event, place)}
                />
              ))}
            </fieldset>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={() => onClose(false)}>
              Not now
            </Button>
            <Button type="submit" isPending={isBusy}>
              {`Ship ${counted(orders.length, 'order')}`}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

interface RefusedOrdersProps {
  message: string | undefined
  refusals: Refusals
  /** The others, which can be taken back for some seconds. */
  shippedIds: readonly string[]
  onUndone(): void
  onClose(): void
}

function RefusedOrders({ message, refusals, shippedIds, onUndone, onClose }: RefusedOrdersProps) {
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus(), [])
  const [canUndo, setCanUndo] = useState(shippedIds.length > 0)
  useEffect(() => {
    const timer = setTimeout(() => setCanUndo(false), UNDO_SHIPPING_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{message}</p>
      <ul className="grid gap-2">
        {refusals.map(({ _id, message: reason }) => (
          <li key={_id}>
            <Link className="link" to={`/admin/orders/${_id}`} onClick={onClose}>
              <code className="id">{`#${shortIdOf(_id)}`}</code>
            </Link>
            <span>{` ${reason}`}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        {canUndo && (
          <Button
            variant="outline"
            onClick={() => {
              void undoShipping(shippedIds, onUndone)
              onClose()
            }}
          >
            {`Undo ${counted(shippedIds.length, 'order')}`}
          </Button>
        )}
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
