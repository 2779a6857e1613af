import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { SalesChart } from '#app/admin/dashboard/sales-chart.tsx'
import { SandboxOrderBadge } from '#app/orders/sandbox-order-badge.tsx'
import { OrderStatusBadge } from '#app/orders/order-status-badge.tsx'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import { formatTotal } from '#contract/units/money.ts'
import type { Figures } from '#contract/dashboard/dashboard.ts'
import { counted } from '#contract/words/counted.ts'

const PERIODS = [
  { days: 1, label: 'Today', before: 'yesterday by this time' },
  { days: 7, label: '7 days', before: 'the 7 days before' },
  { days: 30, label: '30 days', before: 'the 30 days before' },
] as const

/** The change since the period before, as text and with an arrow, so that the colour is not the only sign. */
function Change({ now, before, than }: { now: number; before: number; than: string }) {
  if (before === 0) return <p className="mt-2 text-sm text-muted">{`Nothing in ${than}`}</p>
  const percent = Math.round(((now - before) / before) * 100)
  const Icon = percent > 0 ? ArrowUpRight : percent < 0 ? ArrowDownRight : ArrowRight
  const word = percent > 0 ? 'more' : percent < 0 ? 'less' : 'as much'
  const tone = percent > 0 ? 'text-status-delivered' : percent < 0 ? 'text-status-cancelled' : ''
  return (
    <p className="mt-2 text-sm text-muted">
      <span className={`font-semibold ${tone}`}>
        <Icon size={16} className="me-1 inline-block align-[-0.15em]" aria-hidden="true" />
        <span>{percent === 0 ? word : `${Math.abs(percent)}% ${word}`}</span>
      </span>
      <span>{` ${percent === 0 ? 'as' : 'than'} ${than}`}</span>
    </p>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <section className="card p-4" aria-label={label}>
      <h3 className="text-sm text-muted">{label}</h3>
      <p className="mt-1 text-2xl font-bold tabular-nums">{value}</p>
      {children}
    </section>
  )
}

interface PanelProps {
  title: string
  link?: { to: string; label: string } | undefined
  children: ReactNode
}

function Panel({ title, link, children }: PanelProps) {
  return (
    <section className="card p-5 sm:p-6" aria-label={title}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="admin-subtitle">{title}</h3>
        {link && (
          <Link className="link text-sm" to={link.to}>
            {link.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

const ROW =
  'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line py-2.5 wrap-anywhere first:border-t-0'

function BestSellers({ figures: { bestSellers } }: { figures: Figures }) {
  return (
    <Panel title="Best sellers">
      {bestSellers.length === 0 && <p className="text-muted">Nothing was sold in this time.</p>}
      <ol>
        {bestSellers.map(({ _id, name, pieces, revenue, isOnSale }) => (
          <li key={_id} className={ROW}>
            {isOnSale ? (
              <Link className="link" to={`/product/${_id}`}>
                {name}
              </Link>
            ) : (
              <span>
                <span>{`${name} `}</span>
                <span className="text-sm text-muted">(no longer sold)</span>
              </span>
            )}
            <span className="text-sm tabular-nums text-muted">
              {`${counted(pieces, 'piece')}, ${formatTotal(revenue)}`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const left = (stock: number) => (stock === 0 ? 'sold out' : `${stock} left`)

function leftOf({ stock, sizes }: Figures['lowStock'][number]): string {
  if (stock === 0) return 'Sold out'
  if (sizes.length === 0) return left(stock)
  return sizes.map((one) => `${one.size}: ${left(one.stock)}`).join(', ')
}

function LowStock({ figures: { lowStock, lowStockCount, lowStockLimit } }: { figures: Figures }) {
  const label =
    lowStockCount === 1 ? 'See the one product' : `See all ${lowStockCount.toLocaleString('en-IN')} products`
  return (
    <Panel
      title="Low stock"
      link={lowStockCount > 0 ? { to: `/admin/products?stock=low-sizes&threshold=${lowStockLimit}`, label } : undefined}
    >
      {lowStock.length === 0 && <p className="text-muted">Everything is well in stock.</p>}
      <ul>
        {lowStock.map((product) => (
          <li key={product._id} className={ROW}>
            <span>
              <Link className="link" to={`/admin/products/${product._id}`}>
                {product.name}
              </Link>{' '}
              <span className="text-sm text-muted">{product.category}</span>
            </span>
            <strong className="text-sm tabular-nums">{leftOf(product)}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function NewestOrders({ figures: { newestOrders } }: { figures: Figures }) {
  return (
    <Panel title="Newest sales" link={{ to: '/admin/neworders', label: 'See all' }}>
      {newestOrders.length === 0 && <p className="text-muted">None yet.</p>}
      <ul>
        {newestOrders.map(({ _id, user, totalAmount, status, createdAt, isSandbox }) => (
          <li key={_id} className={ROW}>
            <span>
              <Link className="link tabular-nums" to={`/admin/orders/${_id}`}>
                {`#${shortIdOf(_id)}`}
              </Link>
              <span>{` ${user.name} `}</span>
              <SandboxOrderBadge order={{ isSandbox }} />
              <span className="block text-sm tabular-nums text-muted">{formatDateTime(createdAt)}</span>
            </span>
            <span className="grid justify-items-end gap-1">
              {totalAmount !== null && <span className="price">{formatTotal(totalAmount)}</span>}
              <OrderStatusBadge status={status} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Unread({ figures: { unread } }: { figures: Figures }) {
  return (
    <Panel
      title={unread.count === 0 ? 'Messages' : `Messages: ${unread.count.toLocaleString('en-IN')} unread`}
      link={{ to: '/admin/contacts?show=unread', label: 'Read them' }}
    >
      {unread.count === 0 && <p className="text-muted">Every message is read.</p>}
      <ul>
        {unread.newest.map(({ _id, firstName, lastName, subject, createdAt }) => (
          <li key={_id} className={ROW}>
            <span>
              <strong className="font-semibold">{subject}</strong>
              <span className="block text-sm text-muted">
                <span>{`${firstName} ${lastName} · `}</span>
                <span className="tabular-nums">{formatDateTime(createdAt)}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The shop's sales, newest orders, unread messages, best sellers and low stock. */
export function SalesFigures({ figures }: { figures: Figures }) {
  const { revenue, orders, average, refunds } = figures
  const than = PERIODS.find(({ days }) => days === figures.days)?.before ?? 'the time before'
  return (
    <section aria-labelledby="figures" className="mt-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-4">
        <h2 id="figures" className="admin-subtitle">
          Sales
        </h2>
        <Tabs
          label="Period"
          tabs={PERIODS.map(({ days, label }) => ({
            label,
            to: `/admin/dashboard?days=${days}#figures`,
            isCurrent: days === figures.days,
          }))}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Figure label="Revenue" value={formatTotal(revenue.now)}>
          <Change now={revenue.now} before={revenue.before} than={than} />
        </Figure>
        <Figure label="Sold" value={counted(orders.now, 'order')}>
          <Change now={orders.now} before={orders.before} than={than} />
        </Figure>
        <Figure label="Average value" value={average.now === null ? '–' : formatTotal(average.now)}>
          <Change now={average.now ?? 0} before={average.before ?? 0} than={than} />
        </Figure>
      </div>
      <p className="mt-3 text-sm text-muted">
        Captured money only, without cancelled orders, by the day of the order in India.{' '}
        {refunds.count > 0 && (
          <span>
            <span>{formatTotal(refunds.amount)}</span> were given back in{' '}
            <span>{counted(refunds.count, 'refund')}</span> meanwhile; that money is not in the figures above.
          </span>
        )}
      </p>
      <div className="card mt-5 p-5 sm:p-6">
        <SalesChart chart={figures.chart} />
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <NewestOrders figures={figures} />
        <Unread figures={figures} />
        <BestSellers figures={figures} />
        <LowStock figures={figures} />
      </div>
    </section>
  )
}
