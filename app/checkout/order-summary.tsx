import { useRef } from 'react'

import { DiscountRows } from '#app/cart/discount-rows.tsx'
import { FeeRows } from '#app/cart/fee-rows.tsx'
import { ShippingNote } from '#app/cart/shipping-note.tsx'
import { itemsIn } from '#app/account/visitor.tsx'
import { EnteredOfferCode } from '#app/cart/entered-offer-code.tsx'
import { CreditRows } from '#app/store-credit/credit-rows.tsx'
import { ProductLine } from '#app/ui/product-line.tsx'
import type { Cart } from '#contract/cart/cart.ts'
import { formatTotal, lineTotal } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { counted } from '#contract/words/counted.ts'

const NOTHING: Cart = { cart: [], finalprice: 0 }

interface OrderSummaryProps {
  cart: Cart | undefined
  /** What of it store credit pays, in rupees. */
  credit: number
  onChange(cart: Cart): void
}

/** The lines and the total of the checkout. */
export function OrderSummary({ cart: known, credit, onChange }: OrderSummaryProps) {
  const { cart, finalprice, fees, discount, code } = known ?? NOTHING
  const box = useRef<HTMLElement>(null)
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="order-summary"
      className="card h-fit p-6 max-lg:order-first max-lg:p-4 lg:sticky lg:top-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <h2 id="order-summary" className="heading heading-3">
        Your order
      </h2>
      {cart.length > 0 && (
        <details className="summary-switch">
          <summary>{`${counted(itemsIn(known), 'item')} · ${formatTotal(finalprice)}`}</summary>
        </details>
      )}
      <div className="summary-lines">
        {!known && <p className="field-error mt-4">{WORDINGS.products.loadDetailsFailed}</p>}
        {known && cart.length === 0 && (
          <p className="mt-4 text-muted">
            Your cart is empty.{' '}
            <a className="link" href="/getproducts">
              Continue Shopping
            </a>
          </p>
        )}
        <ul className="mt-4 grid gap-4">
          {cart.map((line) => (
            <ProductLine
              key={line._id}
              image={line.image}
              name={line.name}
              size={line.size}
              quantity={line.quantity}
              amount={lineTotal(line, line.quantity)}
            >
              {line.notice && <p className="field-error">{line.notice}</p>}
            </ProductLine>
          ))}
        </ul>
        <dl className="mt-5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 border-t border-line pt-4">
          {discount && <DiscountRows discount={discount} />}
          <FeeRows fees={fees} />
          <dt className="font-semibold">Total</dt>
          <dd className="price text-end text-lg">{formatTotal(finalprice)}</dd>
          <CreditRows credit={credit} total={finalprice} />
        </dl>
        <ShippingNote fees={fees} className="mt-2 text-xs text-muted" />
        {code && (
          <div className="mt-4">
            <EnteredOfferCode
              code={code}
              onChange={(changed) => {
                onChange(changed)
                // The button that had the focus is gone.
                box.current?.focus()
              }}
            />
          </div>
        )}
      </div>
    </section>
  )
}
