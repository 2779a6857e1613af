import { useState } from 'react'
import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'

import type { Route } from './+types/packing'

import { EMPTY_DRAFT } from '#app/admin/orders/shipment-draft.ts'
import { toastShipped } from '#app/admin/orders/change-order-status.ts'
import { PackingOrder } from '#app/admin/packing/packing-order.tsx'
import { PackingOrders } from '#app/admin/packing/packing-orders.tsx'
import { playSound } from '#app/admin/packing/packing-sounds.ts'
import { usePacking } from '#app/admin/packing/use-packing.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { isShopError, ShopError } from '#contract/api/errors.ts'
import type { PackingAnswer, PackingOrder as Order } from '#contract/orders/packing.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** Long enough to press its button. */
const BOOKED_TOAST_MS = 10_000
const WAITING = 'Scanned pieces still wait to be sent. Ship once the connection is back.'
const CHANGED = 'Pieces of this order were cancelled meanwhile. Look at its list again.'

const piecesOf = ({ lines }: Order) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const load = (api: AdminApi) => loadOrFailure(api.listPackingOrders(), ADMIN_WORDINGS.ordersFailed)

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)
/** The next order is on the page already, so that it opens without a network. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin packing', isIndexed: false })

function PackingTable({ answer }: { answer: PackingAnswer }) {
  const [search, setSearch] = useSearchParams()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [refusal, setRefusal] = useState<string>()
  const [refuse] = useState(() => (sentence: string) => {
    playSound('wrong')
    setRefusal(sentence)
  })
  const chosen = search.get('order')
  const isListShown = chosen === null
  const table = usePacking(answer, { isListShown, onRefused: refuse })
  const { orders, total, waitingPieces, replace, send, loadAgain, remove, pack } = table
  const order = orders.find(({ _id }) => _id === chosen)

  /** The next order that is not put aside; the list after the last one. */
  function goOn(from: Order) {
    const at = orders.findIndex(({ _id }) => _id === from._id)
    const next = [...orders.slice(at + 1), ...orders.slice(0, at)].find(({ aside }) => aside === null)
    setSearch(next ? { order: next._id } : {})
  }

  /** An order that has changed meanwhile is shown as it is now, or the list where it is gone. */
  async function lookAgain({ _id: orderId }: Order, why: string) {
    const now = await loadAgain()
    if (now && !now.orders.some(({ _id }) => _id === orderId)) refuse(why)
  }

  async function book(from: Order) {
    if (waitingPieces > 0 && !(await send())) return refuse(WAITING)
    const now = (await loadAgain())?.orders.find(({ _id }) => _id === from._id)
    if (now && piecesOf(now) !== piecesOf(from)) return refuse(CHANGED)
    const [result] = (await browserApi.bookParcels([{ _id: from._id }])).results
    if (result?.outcome !== 'booked') return refuse(result?.message ?? WORDINGS.fallback)
    const papers = `/api/admin/packing/${from._id}/papers`
    const print = { label: 'Print the papers', onAct: () => void window.open(papers, '_blank', 'noopener') }
    toastSuccess(`${result.message} ${result.trackingNumber}`, print, BOOKED_TOAST_MS)
    goOn(from)
    return remove(from._id)
  }

  async function ship(from: Order, shipment: ShipmentInput | undefined) {
    if (waitingPieces > 0 && !(await send())) {
      throw new ShopError('unavailable', WAITING)
    }
    const packed = from.lines.map(({ _id, quantity }) => ({ _id, quantity }))
    const { message } = await browserApi.shipPacked(from._id, { packed, shipment }).catch(async (error: unknown) => {
      if (isShopError(error) && error.code === 'conflict') await lookAgain(from, error.message)
      throw error
    })
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
          onBook={() => book(order).catch((error: unknown) => toastFailure(error, WORDINGS.fallback))}
        />
      ) : (
        <PackingOrders orders={orders} total={total} />
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
