import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/orders'

import { AdminLinks } from '#app/admin/admin-links.tsx'
import { loadOrTell, sentenceOf } from '#app/admin/load-or-tell.ts'
import { OrderActions } from '#app/admin/order-actions.tsx'
import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { STATUS_WORDS } from '#app/orders/status-words.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ask } from '#app/ui/alert-dialog.tsx'
import { StatusBadge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import type { Api } from '#contract/api.ts'
import { formatTotal } from '#contract/money.ts'
import { ORDER_STATUSES, type OrderStatus } from '#contract/order-states.ts'
import type { Order } from '#contract/orders.ts'
import { WORDINGS } from '#contract/wordings.ts'

const ADDRESS = '/admin/neworders'
const PER_PAGE = 50

interface View {
  status: OrderStatus | undefined
  search: string | undefined
  page: number
}

function viewOf(url: string): View {
  const query = new URL(url).searchParams
  const page = Number(query.get('page'))
  return {
    status: ORDER_STATUSES.find((status) => status === query.get('status')),
    search: query.get('search')?.trim().slice(0, 100) || undefined,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

function addressOf({ status, search, page }: Partial<View>): string {
  const query = new URLSearchParams({
    ...(status && { status }),
    ...(search && { search }),
    ...(page && page > 1 && { page: String(page) }),
  })
  return query.size > 0 ? `${ADDRESS}?${query}` : ADDRESS
}

async function load(api: Api, url: string) {
  const view = viewOf(url)
  return { view, ...(await loadOrTell(api.listAllOrders({ ...view, limit: PER_PAGE }), WORDINGS.admin.ordersFailed)) }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin orders', isIndexed: false })

const orNone = (value: string | undefined) => value || 'N/A'

function AddressCell({ address }: Pick<Order, 'address'>) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-sm">
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
          <dd>{orNone(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function columnsFor(onStep: (order: Order, to: OrderStatus) => Promise<void>): Column<Order>[] {
  return [
    {
      key: 'id',
      header: 'Order ID',
      isRowHeader: true,
      cell: ({ _id }) => <code className="text-xs break-all">{_id}</code>,
    },
    { key: 'address', header: 'User Address', cell: ({ address }) => <AddressCell address={address} /> },
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
      cell: ({ totalAmount }) => <span className="price">{formatTotal(totalAmount)}</span>,
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, payment }) => (
        <>
          <StatusBadge tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].word}</StatusBadge>
          {payment !== 'paid' && <span className="mt-1 block text-xs text-muted">{payment}</span>}
        </>
      ),
    },
    { key: 'created', header: 'Created', cell: ({ createdAt }) => formatDateTime(createdAt) },
    { key: 'actions', header: 'Actions', cell: (order) => <OrderActions order={order} onStep={onStep} /> },
  ]
}

export default function AdminOrders({ loaderData: { view, answer, failure } }: Route.ComponentProps) {
  const [orders, setOrders] = useState(answer?.items ?? [])
  useEffect(() => setOrders(answer?.items ?? []), [answer])
  const isLoading = useNavigation().location?.pathname === ADDRESS

  async function step(order: Order, to: OrderStatus) {
    if (to === 'cancelled') {
      const isSure = await ask({
        question: 'Cancel this order and refund its payment?',
        confirmLabel: 'Cancel order',
        cancelLabel: 'Keep order',
      })
      if (!isSure) return
    }
    try {
      const changed = await browserApi.changeOrderStatus(order._id, to)
      setOrders((known) => known.map((one) => (one._id === order._id ? changed.order : one)))
      toastSuccess(changed.message)
    } catch (error) {
      toastError(sentenceOf(error, WORDINGS.fallback))
    }
  }

  const tabs = [
    { label: 'All', to: addressOf({ search: view.search }), isCurrent: view.status === undefined },
    ...ORDER_STATUSES.map((status) => ({
      label: STATUS_WORDS[status].word,
      to: addressOf({ status, search: view.search }),
      isCurrent: view.status === status,
    })),
  ]
  return (
    <div className="container py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="heading heading-1">Admin Order Dashboard</h1>
        <AdminLinks labels={['Dashboard', 'Product Page', 'Contacts']} />
      </div>
      <Form method="get" action={ADDRESS} role="search" className="my-6 flex items-end gap-3">
        {view.status && <input type="hidden" name="status" value={view.status} />}
        <TextField label="Search orders" name="search" type="search" defaultValue={view.search} />
        <Button type="submit" variant="outline">
          Search
        </Button>
      </Form>
      <Tabs label="Orders by status" tabs={tabs} />
      {isLoading && <Loading text="Loading orders..." />}
      {failure !== undefined && <p className="error-summary mt-6">Error: {failure}</p>}
      {failure === undefined && orders.length === 0 && (
        <div className="mt-6">
          <EmptyState message="No orders found." />
        </div>
      )}
      {orders.length > 0 && (
        <div className="table-frame mt-4">
          <Table
            caption="Orders, newest first"
            isCaptionHidden
            columns={columnsFor(step)}
            rows={orders}
            rowKey={({ _id }) => _id}
          />
        </div>
      )}
      <div className="mt-6">
        <Pagination
          current={view.page}
          total={Math.ceil((answer?.total ?? 0) / PER_PAGE)}
          hrefFor={(page) => addressOf({ ...view, page })}
        />
      </div>
    </div>
  )
}
