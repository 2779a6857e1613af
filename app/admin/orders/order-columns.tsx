import { Link } from 'react-router'

import { OrderActions } from '#app/admin/orders/order-actions.tsx'
import { SandboxMark } from '#app/orders/sandbox-mark.tsx'
import { STATUS_LABELS } from '#app/orders/status-labels.ts'
import { StatusBadge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-states.ts'
import type { Order } from '#contract/orders.ts'

const orNone = (value: string | undefined) => value || 'N/A'

/** True for an order whose status no longer matches the list that still shows it. */
export const hasMoved = (status: OrderStatus, listed: OrderStatus | undefined) =>
  listed !== undefined && status !== listed

/** The delivery address of an order, with 'N/A' for each missing part. */
export function AddressLines({ address }: Pick<Order, 'address'>) {
  return (
    <dl className="grid min-w-40 grid-cols-[auto_1fr] gap-x-2 text-sm">
      {(
        [
          ['Phone', address?.phone],
          ['Street', address?.street],
          ['City', address?.city],
          ['State', address?.state],
          ['PIN', address?.pincode],
        ] as const
      ).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}:</dt>
          <dd className="break-words">{orNone(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The columns of the orders' table, worded as specified. An order that no longer has the `listed` status is marked. */
export function orderColumns(
  onStep: (order: Order, to: OrderStatus) => Promise<void>,
  listed: OrderStatus | undefined,
): Column<Order>[] {
  return [
    {
      key: 'id',
      header: 'Order ID',
      isRowHeader: true,
      cell: ({ _id }) => (
        <Link className="link" to={`/admin/orders/${_id}`}>
          <code className="id">{_id}</code>
        </Link>
      ),
    },
    { key: 'address', header: 'User Address', cell: ({ address }) => <AddressLines address={address} /> },
    { key: 'user', header: 'User Name', cell: ({ user }) => orNone(user.name) },
    {
      key: 'products',
      header: 'Products',
      cell: ({ products }) => (
        <ul className="text-sm">
          {products.map(({ _id, product, quantity, size }) => (
            <li key={_id}>
              {product.name}
              {size && ` (${size})`} × {quantity}
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'total',
      header: 'Total',
      align: 'end',
      isSortable: true,
      cell: ({ totalAmount }) => <span className="price">{formatTotal(totalAmount)}</span>,
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, payment, isSandbox }) => (
        <>
          <StatusBadge tone={STATUS_LABELS[status].tone}>{STATUS_LABELS[status].word}</StatusBadge>
          {hasMoved(status, listed) && (
            <span className="mt-1 block text-sm font-semibold">Moved to {STATUS_LABELS[status].word}</span>
          )}
          <SandboxMark order={{ isSandbox }} />
          {payment !== 'paid' && <span className="mt-1 block text-xs text-muted">{payment}</span>}
        </>
      ),
    },
    {
      key: 'created',
      header: 'Created',
      isSortable: true,
      cell: ({ createdAt }) => <span className="tabular-nums">{formatDateTime(createdAt)}</span>,
    },
    { key: 'actions', header: 'Actions', cell: (order) => <OrderActions order={order} onStep={onStep} /> },
  ]
}
