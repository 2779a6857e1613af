import { useState } from 'react'
import { data } from 'react-router'

import type { Route } from './+types/order'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { useAdminEvents } from '#app/admin/shell/admin-events.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { CourierCard } from '#app/admin/orders/courier-card.tsx'
import { Card } from '#app/admin/orders/detail-card.tsx'
import { ParcelCard } from '#app/admin/orders/parcel-card.tsx'
import { CashCard } from '#app/admin/orders/cash-card.tsx'
import { Receiver } from '#app/admin/orders/receiver.tsx'
import { OrderPayment } from '#app/admin/orders/order-payment.tsx'
import { OrderActions } from '#app/admin/orders/order-actions.tsx'
import { ShipDialog } from '#app/admin/orders/ship-dialog.tsx'
import { OrderSteps } from '#app/admin/orders/order-steps.tsx'
import { OrderDisputes } from '#app/admin/orders/order-disputes.tsx'
import { OrderDocuments } from '#app/admin/orders/order-documents.tsx'
import { ReturnsOfOrder } from '#app/admin/returns/returns-of-order.tsx'
import { changeCash, changeOrderStatus } from '#app/admin/orders/change-order-status.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useLatestCall } from '#app/api/use-latest-call.ts'
import { SandboxOrderBadge } from '#app/orders/sandbox-order-badge.tsx'
import { CancelledAmount } from '#app/orders/cancelled-amount.tsx'
import { OrderFees } from '#app/orders/order-fees.tsx'
import { OrderStatusBadge } from '#app/orders/order-status-badge.tsx'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinePicture } from '#app/ui/product-line.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { discountText } from '#contract/cart/offer-discount.ts'
import { formatTotal, lineTotal, paidPrice } from '#contract/units/money.ts'
import { amountLeft, countLeft } from '#contract/orders/cancelled-items.ts'
import { isSentStatus, isUnsentStatus } from '#contract/states/order-states.ts'
import type { StaffOrder, StaffOrderLine, OrderDetail } from '#contract/orders/orders.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import '#app/styles/admin-orders.css'

const load = (api: AdminApi, orderId: string) => loadOrFailure(api.getOrderDetail(orderId), ADMIN_WORDINGS.ordersFailed)

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.orderId)
  return data(loaded, { status: loaded.answer ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.orderId)

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: `Admin order ${shortIdOf(params.orderId)}`, isIndexed: false })

const LINES: Column<StaffOrderLine>[] = [
  {
    key: 'product',
    header: 'Product',
    isRowHeader: true,
    cell: ({ product, size }) => (
      <span className="flex items-center gap-3">
        {product.image !== null && <LinePicture image={product.image} />}
        <span className="text-pretty">
          <span>{product.name}</span>
          {size !== undefined && <span className="block text-sm font-normal text-muted">{`Size ${size}`}</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'price',
    header: 'Price paid',
    align: 'end',
    cell: ({ product: { price, ...product } }) =>
      price !== null && (
        <span className="price">
          <span>{formatTotal(paidPrice({ ...product, price }))}</span>
          {paidPrice({ ...product, price }) < price && <s>{formatTotal(price)}</s>}
        </span>
      ),
  },
  {
    key: 'quantity',
    header: 'Pieces',
    align: 'end',
    cell: ({ quantity, cancelled }) => (
      <>
        <span>{quantity}</span>
        {cancelled !== undefined && (
          <span className="block text-sm whitespace-nowrap text-muted">{`${cancelled} cancelled`}</span>
        )}
      </>
    ),
  },
  {
    key: 'total',
    header: 'Line total',
    align: 'end',
    cell: ({ product: { price, ...product }, quantity, discount }) =>
      price !== null && (
        <>
          <span className="price">{formatTotal(lineTotal({ ...product, price }, quantity))}</span>
          {discount !== undefined && (
            <span className="block text-sm text-muted">{`−${formatTotal(discount)} by the offer`}</span>
          )}
        </>
      ),
  },
]

/** What who only ships sees of each line. */
const PARCEL_LINES = LINES.filter(({ key }) => key === 'product' || key === 'quantity')

/** Below the heading: what tells one order from the next. */
const whoGets = ({ address, user }: StaffOrder) =>
  address ? `For ${address.fullName}, ${address.city}` : `For ${user.name}, without an address yet`

interface OrderViewProps {
  detail: OrderDetail
  onChange(order: StaffOrder): void
  /** The order was shipped by a call that does not answer with it. */
  onShipped(): void
}

function OrderView({ detail, onChange, onShipped }: OrderViewProps) {
  const { order } = detail
  const mayDo = useMayDo()
  const [isSending, setIsSending] = useState(false)
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <OrderStatusBadge status={order.status} />
        <SandboxOrderBadge order={order} />
        <span className="order-number">
          <code className="id text-muted">{order._id}</code>
          <CopyButton text={order._id} name="the order’s id" />
        </span>
        <div className="flex flex-wrap items-start gap-2 sm:ms-auto">
          <OrderActions
            order={order}
            onStep={(one, to, reason) => changeOrderStatus(one, { to, reason }, onChange)}
            onSend={() => setIsSending(true)}
            onConfirm={(one) => changeCash(one, 'confirmed', onChange)}
          />
          {isUnsentStatus(order.status) && countLeft(order) > 1 && mayDo('cancelling') && (
            <ButtonLink to={`/admin/orders/${order._id}/cancel`} variant="outline" isSmall>
              Cancel pieces
            </ButtonLink>
          )}
          {isUnsentStatus(order.status) && mayDo('orderChanges') && (
            <ButtonLink to={`/admin/orders/${order._id}/change`} variant="outline" isSmall>
              Change size or address
            </ButtonLink>
          )}
          {order.status === 'delivered' && mayDo('returnDecisions') && (
            <ButtonLink to={`/admin/orders/${order._id}/take-back`} variant="outline" isSmall>
              Take back
            </ButtonLink>
          )}
          <ButtonLink to={`/admin/orders/${order._id}/slip`} variant="outline" isSmall>
            Packing slip
          </ButtonLink>
          {mayDo('shipping') && (
            <a
              className="btn btn-outline btn-small"
              href={`/api/admin/orders/labels?ids=${order._id}`}
              target="_blank"
              rel="noreferrer"
            >
              Parcel label
            </a>
          )}
          {mayDo('auditLog') && (
            <ButtonLink to={`/admin/audit?search=${order._id}`} variant="outline" isSmall>
              Its log
            </ButtonLink>
          )}
        </div>
      </div>
      {isSending && <ShipDialog orders={[order]} onClose={() => setIsSending(false)} onShipped={onShipped} />}
      <OrderDisputes disputes={detail.disputes} />
      <div className="mt-6 grid gap-5 lg:grid-cols-[1.8fr_1fr]">
        <div className="grid content-start gap-5 max-lg:contents">
          <section aria-label="Products" className="table-frame list-cards figure-cards">
            <Table
              caption="Products as they were bought"
              isCaptionHidden
              columns={mayDo('payers') ? LINES : PARCEL_LINES}
              rows={order.products}
              rowKey={({ _id }) => _id}
            />
            {order.discount && (
              <p className="flex justify-between gap-4 px-3 pt-4">
                <span>{`${order.discount.reason} `}</span>
                <span className="price">{discountText(order.discount)}</span>
              </p>
            )}
            <OrderFees fees={order.fees} className="px-3 pt-4" />
            <CancelledAmount order={order} className="px-3 pt-4" />
            {order.totalAmount !== null && (
              <p className="flex justify-between px-3 py-4 font-semibold">
                Total{' '}
                <span className="price">{formatTotal(amountLeft({ ...order, totalAmount: order.totalAmount }))}</span>
              </p>
            )}
          </section>
          {(order.shipment !== null || isSentStatus(order.status)) && (
            <CourierCard key={order._id} detail={detail} onChange={onChange} onMeasured={onShipped} />
          )}
          <ParcelCard detail={detail} onChange={onShipped} />
          <CashCard detail={detail} onChange={onChange} />
          {!isUnsentStatus(order.status) && mayDo('returns') && <ReturnsOfOrder order={order} />}
          <div className="max-lg:order-last">
            <Card title="Timeline">
              <OrderSteps {...detail} />
            </Card>
          </div>
        </div>
        <div className="grid content-start gap-5 max-lg:contents">
          <Receiver detail={detail} />
          {mayDo('payers') && <OrderPayment detail={detail} />}
          {mayDo('documents') && order.documents.length > 0 && (
            <OrderDocuments order={order} mayEnterIrn={mayDo('tax')} onChange={onShipped} />
          )}
        </div>
      </div>
    </>
  )
}

interface OrderScreenProps {
  orderId: string
  loaded: Route.ComponentProps['loaderData']
}

function OrderScreen({ orderId, loaded }: OrderScreenProps) {
  const [detail, setDetail] = useDerivedState(loaded.answer, (given) => given)
  const startCall = useLatestCall()

  async function reload() {
    const isLatest = startCall()
    // An answer that was read before a change may arrive after it.
    const fresh = await browserApi.getOrderDetail(orderId).catch(() => undefined)
    if (fresh && isLatest()) setDetail(fresh)
  }

  async function refresh(order: StaffOrder) {
    setDetail((known) => known && { ...known, order })
    // The order is shown at once. Who did the step and its refund come with the fresh answer.
    await reload()
  }

  useAdminEvents((event) => {
    if (event.kind === 'missed' || (event.kind === 'order' && event.ids.includes(orderId))) void reload()
  })
  if (detail) {
    return <OrderView detail={detail} onChange={(order) => void refresh(order)} onShipped={() => void reload()} />
  }
  return <LoadFailure failure={loaded.failure} />
}

export default function AdminOrder({ loaderData, params: { orderId } }: Route.ComponentProps) {
  return (
    <AdminPage title={`Order #${shortIdOf(orderId)}`} lead={loaderData.answer && whoGets(loaderData.answer.order)}>
      <OrderScreen key={orderId} orderId={orderId} loaded={loaderData} />
    </AdminPage>
  )
}
