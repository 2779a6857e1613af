import { useState } from 'react'
import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'

import type { Route } from './+types/packing'

import { mayShareNumbers } from '#app/admin/orders/ask-about-numbers.ts'
import { checkShipment, EMPTY_DRAFT } from '#app/admin/orders/shipment-draft.ts'
import { toastShipped } from '#app/admin/orders/change-order-status.ts'
import { PackingOrder } from '#app/admin/packing/packing-order.tsx'
import { PackingOrders } from '#app/admin/packing/packing-orders.tsx'
import { playSound } from '#app/admin/packing/packing-sounds.ts'
import { RefusedParcels } from '#app/admin/packing/refused-parcels.tsx'
import { usePacking } from '#app/admin/packing/use-packing.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { PackingAnswer, PackingOrder as Order } from '#contract/orders/packing.ts'
import type { HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { codeTyped } from '#contract/schemas/typed-text.ts'
import { counted } from '#contract/words/counted.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** Long enough to press its button. */
const BOOKED_TOAST_MS = 10_000
const WAITING = 'Scanned pieces still wait to be sent. Book once the connection is back.'
const CHANGED = 'Pieces of this order were cancelled meanwhile. Look at its list again.'

/** `1 piece waits to be sent. You can go on.` */
function waitingInWords(pieces: number, parcels: number, asides: number): string {
  const parts = [
    ...(pieces > 0 ? [counted(pieces, 'piece')] : []),
    ...(parcels > 0 ? [counted(parcels, 'parcel')] : []),
    ...(asides > 0 ? [`${counted(asides, 'order')} put aside`] : []),
  ]
  return `${parts.join(' and ')} ${pieces + parcels + asides === 1 ? 'waits' : 'wait'} to be sent. You can go on.`
}

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
  const table = usePacking(answer, {
    isListShown,
    onRefused: refuse,
    onShipped: ({ orderId }, message, loadAgain) => {
      if (message !== '') toastShipped(message, [orderId], loadAgain)
    },
    onParcelRefused: () => playSound('wrong'),
  })
  const { orders, total, waitingPieces, waitingParcels, waitingAsides, send, loadAgain, remove, pack, close } = table
  const order = orders.find(({ _id }) => _id === chosen)

  /** Opens the order that is found. Returns whether one was. */
  function openOrder(found: Order | undefined): boolean {
    if (found) setSearch({ order: found._id })
    return found !== undefined
  }

  const openSlip = (code: string) => openOrder(orders.find(({ _id }) => _id === codeTyped(code)))
  /** Also by the number that people read; where pieces are scanned, one of their codes may look like it. */
  const openNumber = (typed: string) =>
    openSlip(typed) ||
    openOrder(orders.find(({ _id }) => shortIdOf(_id) === codeTyped(typed).replace(/^#/, '').toUpperCase()))

  const openNext = () => openOrder(orders.find(({ aside }) => aside === null))

  /** The next order that is not put aside; the list after the last one. */
  function goOn(from: Order) {
    const at = orders.findIndex(({ _id }) => _id === from._id)
    const next = [...orders.slice(at + 1), ...orders.slice(0, at)].find(({ aside }) => aside === null)
    setSearch(next ? { order: next._id } : {})
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

  /** Closes the parcel: it leaves behind whoever goes on with the next one. */
  async function ship(from: Order, shipment: ShipmentInput | undefined, byHand: HandParcelInput | undefined) {
    checkShipment(shipment)
    const { _id: orderId, name, lines, cashToCollect = 0 } = from
    if (!(await mayShareNumbers([{ orderId, trackingNumber: shipment?.trackingNumber }]))) return
    const packed = lines.map(({ _id, quantity }) => ({ _id, quantity }))
    close({ orderId, name, packed, cashToCollect, shipment, byHand })
    setDraft({ ...draft, trackingNumber: '', trackingLink: '' })
    goOn(from)
  }

  /** Counts at once, and is sent behind. */
  async function putAside(from: Order, reason: string | null) {
    table.putAside(from._id, reason)
    if (reason !== null) goOn(from)
  }

  return (
    <>
      {waitingPieces + waitingParcels + waitingAsides > 0 && (
        <p role="status" className="notice mt-4">
          {waitingInWords(waitingPieces, waitingParcels, waitingAsides)}
        </p>
      )}
      <RefusedParcels parcels={table.refusedParcels} onRead={table.forgetParcel} />
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
          onSlip={openSlip}
          onShip={(shipment, byHand) => ship(order, shipment, byHand)}
          onBook={() => book(order).catch((error: unknown) => toastFailure(error, WORDINGS.fallback))}
        />
      ) : (
        <PackingOrders orders={orders} total={total} onSlip={openNumber} onNext={openNext} />
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
      {answer ? <PackingTable answer={answer} /> : <LoadFailure failure={failure} />}
    </AdminPage>
  )
}
