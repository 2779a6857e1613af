import { useState, type SubmitEvent } from 'react'

import { browserApi } from '#app/api/browser.ts'
import { shortId, STATUS_WORDS } from '#app/orders/status-words.ts'
import { AddressFields } from '#app/checkout/address-fields.tsx'
import { readAddress } from '#app/checkout/address-form.ts'
import { StatusBadge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { addDays, formatDate, formatDateTime } from '#app/ui/format-date.ts'
import { withWidth } from '#app/ui/picture.tsx'
import { toastError } from '#app/ui/toast.tsx'
import type { FieldErrors } from '#contract/errors.ts'
import { isShopError } from '#contract/errors.ts'
import { formatTotal, paidPrice } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { WORDINGS } from '#contract/wordings.ts'

const EARLIEST_DAYS = 8
const LATEST_DAYS = 12

function Delivery({ order }: { order: Order }) {
  if (order.status === 'cancelled') return null
  if (order.status === 'delivered') return <p className="text-sm text-muted">Delivered</p>
  return (
    <p className="text-sm text-muted">
      Estimated delivery: {formatDate(addDays(order.createdAt, EARLIEST_DAYS))} -{' '}
      {formatDate(addDays(order.createdAt, LATEST_DAYS))}
    </p>
  )
}

/** Asks for the address of an order that was paid before it had one. */
function MissingAddress({ order, onChange }: { order: Order; onChange(order: Order): void }) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSaving, setIsSaving] = useState(false)

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { address, missing } = readAddress(new FormData(event.currentTarget))
    setErrors(missing)
    if (Object.keys(missing).length > 0) return toastError(WORDINGS.checkout.missingAddress)
    setIsSaving(true)
    try {
      onChange((await browserApi.saveAddress(order._id, address)).order)
    } catch (error) {
      toastError(isShopError(error) ? error.message : WORDINGS.checkout.addressFailed)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <form className="mt-5 grid gap-5 border-t border-line pt-5" noValidate onSubmit={(event) => void save(event)}>
      <p className="font-semibold">Where should this order go?</p>
      <AddressFields address={undefined} errors={errors} />
      <Button type="submit" isPending={isSaving} className="justify-self-start">
        Save address
      </Button>
    </form>
  )
}

const PAYMENT_NOTES: Partial<Record<Order['payment'], string>> = {
  'awaiting capture': 'We are checking your payment with your bank.',
  'refund pending': 'Your refund is on its way.',
  'refund failed': 'Your refund is held up. We are returning your money by hand.',
  refunded: 'Your payment has been refunded.',
}

/** One order of the profile: status, lines, total, the steps it went through, and where it goes. */
export function OrderCard({ order, onChange }: { order: Order; onChange(order: Order): void }) {
  const { tone, word } = STATUS_WORDS[order.status]
  const note = PAYMENT_NOTES[order.payment]
  const isOpen = order.status === 'order placed'
  return (
    <article className="card p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="heading heading-3">
          Order <span className="tabular-nums">#{shortId(order._id)}</span>
        </h3>
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </div>
      <p className="mt-1 text-sm text-muted">Placed on {formatDate(order.createdAt)}</p>
      <Delivery order={order} />
      {note && <p className="mt-2 text-sm font-semibold">{note}</p>}
      <ul className="mt-4 grid gap-3">
        {order.products.map(({ _id, product, quantity, size }) => (
          <li key={_id} className="grid grid-cols-[3rem_1fr_auto] items-center gap-3 text-sm">
            {product.image ? (
              <img
                src={withWidth(product.image, 160)}
                alt=""
                width={48}
                height={60}
                loading="lazy"
                className="picture rounded-control"
              />
            ) : (
              <span />
            )}
            <span>
              {product.name}
              {size && ` · ${size}`} × {quantity}
            </span>
            <span className="price">{formatTotal((Math.round(paidPrice(product) * 100) * quantity) / 100)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex justify-between border-t border-line pt-4 font-semibold">
        Total <span className="price">{formatTotal(order.totalAmount)}</span>
      </p>
      <details className="mt-3 text-sm">
        <summary className="min-h-8">Timeline and address</summary>
        <ol className="mt-2 grid gap-1 text-muted">
          {order.timeline.map(({ status, at }) => (
            <li key={status}>
              {STATUS_WORDS[status].word}, {formatDateTime(at)}
            </li>
          ))}
        </ol>
        {order.address && (
          <p className="mt-3 text-muted">
            {order.address.fullName}, {order.address.street}, {order.address.city}, {order.address.state}{' '}
            {order.address.pincode}, {order.address.phone}
          </p>
        )}
      </details>
      {!order.address && isOpen && <MissingAddress order={order} onChange={onChange} />}
    </article>
  )
}
