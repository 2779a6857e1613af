import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Form, Link } from 'react-router'

import { useShop } from '#app/api/use-shop.ts'
import { Price } from '#app/ui/price.tsx'
import { Quantity } from '#app/ui/quantity.tsx'
import { withWidth } from '#app/ui/picture.tsx'
import type { CartLine } from '#contract/cart/cart.ts'
import { MAX_LINE_QUANTITY } from '#contract/cart/cart-limits.ts'
import { formatTotal, lineTotal, paidPrice } from '#contract/units/money.ts'

interface CartLineViewProps {
  line: CartLine
  onChange(quantity: number): void
  onRemove(): void
}

/** Plain forms for browsers without JavaScript. */
function PlainForms({ line }: { line: CartLine }) {
  return (
    <noscript>
      <Form method="post" className="mt-2 flex gap-2">
        <input type="hidden" name="lineId" value={line._id} />
        <input
          className="input w-20"
          type="number"
          name="quantity"
          min={1}
          defaultValue={line.quantity}
          aria-label={`Quantity of ${line.name}`}
        />
        <button type="submit" name="change" value="update" className="btn btn-outline btn-small">
          Update
        </button>
        <button type="submit" name="change" value="remove" className="btn btn-quiet btn-small">
          Remove
        </button>
      </Form>
    </noscript>
  )
}

/** One line of the cart page. */
export function CartLineView({ line, onChange, onRemove }: CartLineViewProps) {
  const { _id, name, size, image, stock, quantity, notice } = line
  const most = Math.max(1, Math.min(stock, MAX_LINE_QUANTITY))
  // What was the lowest price is said where the product is chosen.
  const { strikesLowestPrice } = useShop()
  const [isTooMany, setIsTooMany] = useState(false)
  return (
    <li
      id={`line-${_id}`}
      className="grid grid-cols-[5rem_1fr] gap-4 border-b border-line py-5 sm:grid-cols-[6rem_1fr_auto]"
    >
      {image ? (
        <img src={withWidth(image, 320)} alt="" width={96} height={120} className="picture" />
      ) : (
        <span className="block aspect-4/5 rounded-card bg-card" />
      )}
      <div className="min-w-0">
        <h2 className="font-semibold">
          <Link to={`/product/${line.productId}`} className="hover:underline">
            {name}
          </Link>
        </h2>
        {size && <p className="text-sm text-muted">{`Size ${size}`}</p>}
        <p className="text-sm">
          <Price price={strikesLowestPrice ? paidPrice(line) : line.price} discountedPrice={line.discountedPrice} />
        </p>
        {notice && <p className="field-error mt-2">{notice}</p>}
        <div className="mt-3 flex noscript:hidden flex-wrap items-center gap-x-2 gap-y-3">
          <Quantity
            value={quantity}
            max={most}
            isDisabled={stock === 0}
            onChange={(wanted) => {
              setIsTooMany(false)
              onChange(wanted)
            }}
            onTooMany={() => setIsTooMany(true)}
            labels={{
              decrease: `Decrease quantity of ${name}`,
              increase: `Increase quantity of ${name}`,
              quantity: `Quantity of ${name}`,
            }}
          />
          <button type="button" className="btn btn-quiet btn-small" aria-label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 size={18} aria-hidden="true" />
          </button>
        </div>
        {isTooMany && (
          <p role="alert" className="field-error mt-2">
            {stock < MAX_LINE_QUANTITY
              ? `Only ${stock} left.`
              : `At most ${MAX_LINE_QUANTITY} pieces of one size can be ordered at once.`}
          </p>
        )}
        <PlainForms line={line} />
      </div>
      <p className="price col-start-2 sm:col-start-3 sm:text-end">{formatTotal(lineTotal(line, quantity))}</p>
    </li>
  )
}
