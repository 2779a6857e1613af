import { Link } from 'react-router'

import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { OrderActions } from '#app/admin/orders/order-actions.tsx'
import { selectColumn } from '#app/admin/list/select-column.tsx'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { SandboxOrderBadge } from '#app/orders/sandbox-order-badge.tsx'
import { OrderStatusBadge } from '#app/orders/order-status-badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { formatTotal } from '#contract/units/money.ts'
import { itemsLeft } from '#contract/orders/cancelled-items.ts'
import { CASH_FACTS } from '#contract/states/cash-states.ts'
import { STATUS_FACTS, type OrderStatus } from '#contract/states/order-states.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import '#app/styles/admin-orders.css'

const orNone = (value: string | undefined) => value || 'N/A'

/** True for an order whose status no longer matches the list that still shows it. */
export const hasMoved = (status: OrderStatus, listed: OrderStatus | undefined) =>
  listed !== undefined && status !== listed

/**
 * Who gets the parcel and where, whole in every window. It is drawn from attributes: the text of the cell is the
 * address as specified, which says the same.
 */
function Recipient({ address: { fullName, city, pincode } }: { address: NonNullable<StaffOrder['address']> }) {
  return (
    <p className="order-recipient" title={`${fullName}, ${city} ${pincode}`} aria-hidden="true">
      {[fullName, city, pincode].map((text, place) => (
        <span key={place} data-text={text} />
      ))}
    </p>
  )
}

/** The delivery address of an order, with 'N/A' for each missing part. */
function AddressLines({ address, buyerGstin, buyerFirm }: Pick<StaffOrder, 'address' | 'buyerGstin' | 'buyerFirm'>) {
  const parts: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Phone', address?.phone],
    ['Street', address?.street],
    ['City', address?.city],
    ['State', address?.state],
    ['PIN', address?.pincode],
    ...(buyerGstin ? [['GSTIN', buyerGstin] as const] : []),
    ...(buyerFirm ? [['Billed to', buyerFirm] as const] : []),
  ]
  return (
    <dl className="order-address" title={parts.map(([label, value]) => `${label}: ${orNone(value)}`).join('\n')}>
      {parts.map(([label, value]) => (
        <div key={label} data-missing={value ? undefined : ''}>
          <dt>{`${label}:`}</dt>
          <dd>{orNone(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function OrderId({ _id }: Pick<StaffOrder, '_id'>) {
  const short = `#${shortIdOf(_id)}`
  return (
    <span className="order-number">
      <Link className="link" to={`/admin/orders/${_id}`}>
        <code className="id">{short}</code>
        <VisuallyHidden>{` ${_id}`}</VisuallyHidden>
      </Link>
      <CopyButton text={_id} name={`the id of order ${short}`} />
    </span>
  )
}

function Products({ products }: Pick<StaffOrder, 'products'>) {
  const left = products.filter((line) => itemsLeft(line) > 0)
  const named = left.map((line) => `${line.product.name}${line.size ? ` (${line.size})` : ''} × ${itemsLeft(line)}`)
  return (
    <ul className="order-products" title={named.join('\n')}>
      {named.map((text, place) => (
        <li key={left[place]?._id}>{text}</li>
      ))}
    </ul>
  )
}

export const ORDER_CARDS: Cards = {
  lines: [
    'select id user total',
    'select status status created',
    'select products products address',
    'select actions actions actions',
  ],
  columns: '2.5rem auto minmax(0, 1fr) auto',
  wide: {
    lines: ['select id user total status actions', 'select address address products created actions'],
    columns: '2.5rem 7rem minmax(0, 1fr) minmax(6.5rem, 1fr) 10.25rem 10.5rem',
  },
}

interface OrderColumnsProps {
  selection: Selection
  onStep(order: StaffOrder, to: OrderStatus, reason?: string): Promise<void>
  /** Ships an order with a courier. */
  onSend(order: StaffOrder): void
  onConfirm(order: StaffOrder): Promise<void>
  /** The status of the list: an order that no longer has it is marked. */
  listed: OrderStatus | undefined
  /** Whether the person sees totals. */
  hasMoney: boolean
}

/** The columns of the orders' table, worded as specified. */
export function orderColumns({ selection, listed, hasMoney, ...steps }: OrderColumnsProps): Column<StaffOrder>[] {
  const columns: Column<StaffOrder>[] = [
    selectColumn(selection, ({ _id }) => `order #${shortIdOf(_id)}`, '@min-[60rem]:w-10'),
    { key: 'id', header: 'Order ID', className: '@min-[60rem]:w-27', card: 'id', isRowHeader: true, cell: OrderId },
    {
      key: 'address',
      header: 'User Address',
      className: '@min-[60rem]:w-31',
      card: 'address',
      cell: (order) => (
        <>
          {order.address && <Recipient address={order.address} />}
          <AddressLines {...order} />
        </>
      ),
    },
    {
      key: 'user',
      header: 'User Name',
      className: '@min-[60rem]:w-28',
      card: 'user',
      cell: ({ user }) => <span className="order-user">{orNone(user.name)}</span>,
    },
    { key: 'products', header: 'Products', card: 'products', cell: Products },
    {
      key: 'total',
      header: 'Total',
      className: '@min-[60rem]:w-30',
      card: { area: 'total', look: 'end' },
      align: 'end',
      isSortable: true,
      cell: ({ totalAmount }) =>
        totalAmount !== null && <span className="price whitespace-nowrap">{formatTotal(totalAmount)}</span>,
    },
    {
      key: 'status',
      header: 'Status',
      className: '@min-[60rem]:w-35',
      card: 'status',
      cell: ({ status, payment, isSandbox }) => (
        <span className="order-status">
          <OrderStatusBadge status={status} />
          {hasMoved(status, listed) && (
            <span className="text-xs font-semibold">{`Moved to ${STATUS_FACTS[status].label}`}</span>
          )}
          <SandboxOrderBadge order={{ isSandbox }} />
          {payment !== 'paid' && payment !== null && (
            <span className="text-xs text-muted">
              {typeof payment === 'object' ? CASH_FACTS[payment.status].label : payment}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'created',
      header: 'Created',
      className: '@min-[60rem]:w-24',
      card: { area: 'created', look: 'quiet' },
      isSortable: true,
      cell: ({ createdAt }) => <span className="tabular-nums">{formatDateTime(createdAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      className: '@min-[60rem]:w-41',
      card: 'actions',
      cell: (order) => <OrderActions order={order} {...steps} isCompact />,
    },
  ]
  return columns.filter(({ key }) => hasMoney || key !== 'total')
}
