import { useState } from 'react'
import { Link, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'

import type { Route } from './+types/packing'

import { EMPTY_DRAFT } from '#app/admin/orders/shipment-draft.ts'
import { toastShipped } from '#app/admin/orders/change-order-status.ts'
import { PackingOrder } from '#app/admin/packing/packing-order.tsx'
import { playSound } from '#app/admin/packing/packing-sounds.ts'
import { PickList } from '#app/admin/packing/pick-list.tsx'
import { usePacking } from '#app/admin/packing/use-packing.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toastFailure } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/admin-api.ts'
import { ShopError } from '#contract/errors.ts'
import { isPacked } from '#contract/orders/packing-check.ts'
import type { PackingAnswer, PackingOrder as Order } from '#contract/orders/packing.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { ADMIN_WORDINGS } from '#contract/wordings/specified-admin-wordings.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

const ADDRESS = '/admin/packing'

const load = (api: AdminApi) => loadOrFailure(api.listPackingOrders(), ADMIN_WORDINGS.ordersFailed)

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)
/** The next order is on the page already, so that it opens without a network. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin packing', isIndexed: false })

const addressOf = ({ _id }: Order) => `${ADDRESS}?order=${_id}`
const piecesOf = ({ lines }: Order) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

function factsOf(order: Order): string {
  const pieces = piecesOf(order)
  const parts = [pieces === 1 ? '1 piece' : `${pieces} pieces`]
  if (order.aside) parts.push(`put aside: ${order.aside.reason}`)
  else if (isPacked(order.lines)) parts.push('packed')
  return parts.join(', ')
}

function Orders({ orders, total }: { orders: readonly Order[]; total: number }) {
  const [first] = orders.filter(({ aside }) => aside === null)
  if (orders.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState message="No order waits to be packed." />
      </div>
    )
  }
  return (
    <div className="mt-6 grid gap-6 lg:grid-cols-2">
      <section aria-label="Orders to pack" className="grid content-start gap-2">
        {first && (
          <Link to={addressOf(first)} className="btn btn-primary justify-self-start">
            Pack the next order
          </Link>
        )}
        {total > orders.length && <p className="field-hint">{`The oldest ${orders.length} of ${total} orders.`}</p>}
        <ul className="grid gap-1">
          {orders.map((order) => (
            <li key={order._id} className="flex flex-wrap gap-x-3 py-1">
              <Link to={addressOf(order)} className="link">
                {`#${shortIdOf(order._id)} ${order.name}`}
              </Link>
              <span className="text-muted">{factsOf(order)}</span>
            </li>
          ))}
        </ul>
      </section>
      <PickList orders={orders} />
    </div>
  )
}

function PackingTable({ answer }: { answer: PackingAnswer }) {
  const [search, setSearch] = useSearchParams()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [refusal, setRefusal] = useState<string>()
  const [refuse] = useState(() => (sentence: string) => {
    playSound('wrong')
    setRefusal(sentence)
  })
  const { orders, waitingPieces, replace, send, remove, pack } = usePacking(answer.orders, refuse)
  const order = orders.find(({ _id }) => _id === search.get('order'))

  /** The next order that is not put aside; the list after the last one. */
  function goOn(from: Order) {
    const at = orders.findIndex(({ _id }) => _id === from._id)
    const next = [...orders.slice(at + 1), ...orders.slice(0, at)].find(({ aside }) => aside === null)
    setSearch(next ? { order: next._id } : {})
  }

  async function ship(from: Order, shipment: ShipmentInput | undefined) {
    if (waitingPieces > 0 && !(await send())) {
      throw new ShopError('unavailable', 'Scanned pieces still wait to be sent. Ship once the connection is back.')
    }
    const now = (await browserApi.listPackingOrders()).orders.find(({ _id }) => _id === from._id)
    if (now && piecesOf(now) !== piecesOf(from)) {
      replace(now)
      throw new ShopError('conflict', 'Pieces of this order were cancelled meanwhile. Look at its list again.')
    }
    const { message } = await browserApi.changeOrderStatus(from._id, 'shipped', shipment)
    toastShipped(message, [from._id], () => undefined)
    setDraft({ ...draft, trackingNumber: '', trackingLink: '' })
    goOn(from)
    remove(from._id)
  }

  async function putAside(from: Order, reason: string | null) {
    try {
      replace(await browserApi.changeAside(from._id, reason))
      if (reason !== null) goOn(from)
    } catch (error) {
      toastFailure(error, WORDINGS.fallback)
    }
  }

  return (
    <>
      {waitingPieces > 0 && (
        <p role="status" className="notice mt-4">
          {`${waitingPieces === 1 ? '1 piece waits' : `${waitingPieces} pieces wait`} to be sent. You can go on.`}
        </p>
      )}
      {refusal !== undefined && (
        <p role="alert" className="error-summary mt-4">
          {refusal}
        </p>
      )}
      {order ? (
        <PackingOrder
          key={order._id}
          order={order}
          draft={draft}
          onDraft={setDraft}
          onPiece={(piece) => {
            setRefusal(undefined)
            pack(order._id, piece)
          }}
          onAside={(reason) => putAside(order, reason)}
          onShip={(shipment) => ship(order, shipment)}
        />
      ) : (
        <Orders orders={orders} total={answer.total} />
      )}
    </>
  )
}

export default function AdminPacking({ loaderData: { answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Packing"
      lead="What is ready to leave, piece by piece. A scanner types a code and ends it with Enter."
    >
      {answer ? (
        <PackingTable answer={answer} />
      ) : (
        <div className="mt-6">
          <EmptyState message={`Error: ${failure}`} />
        </div>
      )}
    </AdminPage>
  )
}
