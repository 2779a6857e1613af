import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'

import { playSound } from '#app/admin/packing/packing-sounds.ts'
import { PickList } from '#app/admin/packing/pick-list.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { isPacked } from '#contract/orders/packing-check.ts'
import { MAX_PAPERS } from '#contract/orders/packing-limits.ts'
import type { PackingOrder as Order } from '#contract/orders/packing.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { counted } from '#contract/words/counted.ts'

const addressOf = ({ _id }: Order) => `/admin/packing?order=${_id}`
const piecesOf = ({ lines }: Order) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

function OrderRow({ order }: { order: Order }) {
  const { _id, name, aside, lines } = order
  return (
    <li className="flex min-h-12 items-center justify-between gap-4 py-1.5">
      <div className="min-w-0">
        <Link to={addressOf(order)} className="link inline-block leading-6 wrap-anywhere">
          {`#${shortIdOf(_id)} ${name}`}
        </Link>
        {aside && <p className="text-sm wrap-anywhere text-muted">{`Put aside: ${aside.reason}`}</p>}
      </div>
      <span className="flex-none text-sm text-muted tabular-nums">
        {`${counted(piecesOf(order), 'piece')}${isPacked(lines) ? ', packed' : ''}`}
      </span>
    </li>
  )
}

interface OpenOrderProps {
  /** Opens the order of a scanned slip or a typed number; false where there is none. */
  onSlip(code: string): boolean
  onNext(): boolean
}

/** Opens an order by its slip, and the next one by Enter alone. */
function OpenOrder({ onSlip, onNext }: OpenOrderProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState<string>()
  useEffect(() => {
    // On a phone its keyboard would cover the list.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typed.trim() === '') return void onNext()
    if (onSlip(typed)) return undefined
    playSound('wrong')
    setUnknown(typed.trim())
    return setTyped('')
  }
  return (
    <form onSubmit={submit}>
      <TextField
        ref={field}
        label="Scan a slip, or type the number of an order"
        name="slip"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        hint="Enter alone opens the next order."
        error={unknown === undefined ? undefined : `“${unknown}” is no order that waits here.`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  )
}

/** What is printed for all parcels at once, in the sequence in which they are packed. */
function PaperLinks({ orders }: { orders: readonly Order[] }) {
  const starts = Array.from({ length: Math.ceil(orders.length / MAX_PAPERS) }, (_, index) => index * MAX_PAPERS)
  return starts.map((start) => {
    const some = orders.slice(start, start + MAX_PAPERS)
    const which =
      orders.length <= MAX_PAPERS ? counted(orders.length, 'order') : `orders ${start + 1} to ${start + some.length}`
    return (
      <a
        key={start}
        className="link justify-self-start"
        href={`/api/admin/packing/papers?ids=${some.map(({ _id }) => _id).join(',')}`}
        target="_blank"
        rel="noreferrer"
      >
        {`Papers of ${which} (PDF)`}
      </a>
    )
  })
}

/** What is handed over with the last parcel, too. */
const Manifest = () => (
  <a className="link justify-self-start" href="/api/admin/parcels/manifest" target="_blank" rel="noreferrer">
    Manifest of today’s parcels (PDF)
  </a>
)

interface PackingOrdersProps extends OpenOrderProps {
  orders: readonly Order[]
  total: number
}

/** The orders to pack, the oldest first, and what to bring to the table for them. */
export function PackingOrders({ orders, total, ...open }: PackingOrdersProps) {
  const [first] = orders.filter(({ aside }) => aside === null)
  if (orders.length === 0) {
    const message = total > 0 ? 'Loading the next orders…' : 'No order waits to be packed.'
    return (
      <div className="mt-6 grid gap-4">
        <Manifest />
        <EmptyState message={message} />
      </div>
    )
  }
  return (
    <div className="mt-6 grid gap-8 lg:grid-cols-2">
      <section aria-label="Orders to pack" className="no-print grid content-start gap-3">
        <OpenOrder {...open} />
        {first && (
          <Link to={addressOf(first)} className="btn btn-primary justify-self-start">
            Pack the next order
          </Link>
        )}
        {total > orders.length && <p className="field-hint">{`The oldest ${orders.length} of ${total} orders.`}</p>}
        <Button variant="outline" isSmall className="justify-self-start" onClick={() => window.print()}>
          Print the pick list
        </Button>
        <PaperLinks orders={orders} />
        <Manifest />
        <ul className="divide-y divide-line border-y border-line">
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} />
          ))}
        </ul>
      </section>
      <PickList orders={orders} />
    </div>
  )
}
