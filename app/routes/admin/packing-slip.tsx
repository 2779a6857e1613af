import { data } from 'react-router'

import type { Route } from './+types/packing-slip'

import { BarCode } from '#app/admin/orders/bar-code.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useShop } from '#app/api/use-shop.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { formatRupees } from '#contract/units/money.ts'
import { countLeft, itemsLeft } from '#contract/orders/cancelled-items.ts'
import { formatLongDate } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { TapeMeasureDivider } from '#app/ui/tape-measure-divider.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { Seller } from '#contract/settings/policies.ts'
import type { StaffOrder, StaffOrderLine } from '#contract/orders/orders.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { counted } from '#contract/words/counted.ts'

async function load(api: AdminApi, orderId: string) {
  const [loaded, seller] = await Promise.all([
    loadOrFailure(api.getOrderDetail(orderId), ADMIN_WORDINGS.ordersFailed),
    api.getSeller(),
  ])
  return { ...loaded, seller }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.orderId)
  return data(loaded, { status: loaded.answer ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.orderId)

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: `Packing slip ${shortIdOf(params.orderId)}`, isIndexed: false })

const LINES: Column<StaffOrderLine>[] = [
  { key: 'product', header: 'Product', isRowHeader: true, cell: ({ product }) => product.name },
  { key: 'size', header: 'Size', cell: ({ size }) => size ?? '–' },
  { key: 'quantity', header: 'Pieces', align: 'end', cell: (line) => <strong>{itemsLeft(line)}</strong> },
  {
    key: 'packed',
    header: 'Packed',
    cell: () => <span className="inline-block size-5 rounded-[4px] border-[1.5px] border-edge" aria-hidden="true" />,
  },
]

/** Where the parcel comes back to. */
function ReturnAddress({ legalName, address: { street, city, state, pin } = {} }: Seller) {
  const lines = [...(street ?? '').split('\n'), [city, pin].filter(Boolean).join(' '), state].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <>
      <dt className="mt-2 text-muted">Return to</dt>
      <dd>
        {[legalName, ...lines].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </dd>
    </>
  )
}

/**
 * The packing slip shows no prices, because the parcel may be a present; but what the courier collects. Slips of many
 * orders are a PDF, which says the same: `server/documents/pdf/packing-slips-layout.ts`.
 */
function Slip({ order, seller, slipLine }: { order: StaffOrder; seller: Seller; slipLine: string | undefined }) {
  const { shopName, isSandbox } = useShop()
  const { address, user } = order
  const pieces = countLeft(order)
  return (
    <>
      <div className="mt-6 grid gap-8 wrap-anywhere sm:grid-cols-[minmax(0,1fr)_auto]">
        <section aria-label="Deliver to">
          <h2 className="text-sm font-semibold text-muted">Deliver to</h2>
          {address ? (
            <address className="mt-2 text-xl leading-snug not-italic">
              <strong>{address.fullName}</strong>
              <br />
              <span>{address.street}</span>
              <br />
              <span>{`${address.city}, ${address.state}`}</span>
              <br />
              <strong>{address.pincode}</strong>
              <br />
              <span>{address.phone}</span>
            </address>
          ) : (
            <p className="mt-2">{`${user.name} has given no address yet: this order cannot be shipped.`}</p>
          )}
        </section>
        <dl className="grid content-start gap-1 text-sm sm:text-end">
          <dt className="text-muted">From</dt>
          <dd className="heading text-lg">
            <span>{shopName}</span>
            <span className="stop" aria-hidden="true" />
          </dd>
          <dt className="mt-2 text-muted">Ordered on</dt>
          <dd>{formatLongDate(order.createdAt)}</dd>
          <dt className="mt-2 text-muted">Order</dt>
          <dd>
            <code>{order._id}</code>
          </dd>
          <ReturnAddress {...seller} />
        </dl>
      </div>
      {order.cashToCollect !== undefined && (
        <p className="mt-6 text-2xl font-bold">{`Cash: ${formatRupees(order.cashToCollect)}`}</p>
      )}
      <BarCode text={order.shipment?.trackingNumber ?? order._id} />
      {order.status === 'cancelled' && <p className="error-summary mt-6">This order is cancelled. Do not send it.</p>}
      {order.isSandbox && !isSandbox && (
        <p className="error-summary mt-6">This order was paid in the sandbox: no money moved. Do not send it.</p>
      )}
      <TapeMeasureDivider className="my-6" />
      <Table
        caption="What is in the parcel"
        isCaptionHidden
        columns={LINES}
        rows={order.products.filter((line) => itemsLeft(line) > 0)}
        rowKey={({ _id }) => _id}
      />
      <p className="mt-4 text-end">{`${counted(pieces, 'piece')} in all`}</p>
      {slipLine !== undefined && <p className="mt-8">{slipLine}</p>}
    </>
  )
}

export default function AdminPackingSlip({ loaderData: { answer, failure, seller }, params }: Route.ComponentProps) {
  return (
    <div className="admin-page max-w-3xl">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="admin-title">{`Packing slip #${shortIdOf(params.orderId)}`}</h1>
        <div className="no-print flex flex-wrap gap-2">
          <ButtonLink to={`/admin/orders/${params.orderId}`} variant="outline" isSmall>
            Back to the order
          </ButtonLink>
          <Button isSmall onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      <LoadFailure failure={failure} />
      {answer && <Slip order={answer.order} seller={seller} slipLine={answer.slipLine} />}
    </div>
  )
}
