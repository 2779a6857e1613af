import { useEffect, useRef, useState, type MouseEvent } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import { useAddToCart } from '#app/cart/use-add-to-cart.ts'
import { PinQuestion } from '#app/delivery/pin-question.tsx'
import { SizeTiles } from '#app/catalogue/sizes/size-tiles.tsx'
import { shownPrices } from '#contract/catalogue/shown-prices.ts'
import { stockLabel, stockLevel } from '#contract/catalogue/stock-label.ts'
import { Price } from '#app/ui/price.tsx'
import { useShop } from '#app/api/use-shop.ts'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import type { ReviewsAnswer } from '#contract/catalogue/reviews/reviews.ts'
import { formatRupees, paidPrice } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { counted } from '#contract/words/counted.ts'

const PERKS = [WORDINGS.shipping.perk, 'Best Quality', 'Secure Payment'] as const

/** On a phone the button stays at the bottom of the window while its own place is not in view. */
const BARS: Record<string, string> = { undefined: 'buy-bar-at-first', false: 'buy-bar', true: '' }

/** Leads to the first size that is in stock. */
function showSizes(form: HTMLFormElement | null): void {
  const tile = form?.querySelector<HTMLInputElement>('.tile:not([data-struck]) input')
  tile?.scrollIntoView({ block: 'center' })
  tile?.focus({ preventScroll: true })
}

interface PurchaseBoxProps {
  product: ProductDetail
  reviews: ReviewsAnswer | null | Promise<ReviewsAnswer | null>
  failure?: string | undefined
}

/**
 * Size, stock, the button that adds to the cart, and the perks. Without JavaScript it is a plain form; `failure` is why
 * the form was refused.
 */
export function PurchaseBox({ product: shown, reviews, failure: formFailure }: PurchaseBoxProps) {
  const [product, setProduct] = useDerivedState(shown, (given) => given)
  const { sizes } = product
  const shop = useShop()
  const { delivery, deliveryDays, today } = shop
  const [size, setSize] = useState(sizes.length === 1 ? sizes[0]?.size : undefined)
  const [isSizeAskedFor, setIsSizeAskedFor] = useState(false)
  const {
    add,
    isAdding,
    failure = formFailure,
  } = useAddToCart(WORDINGS.cart.addedOnProductPage, () => {
    browserApi.getProduct(product._id).then(setProduct, () => undefined)
  })
  const place = useRef<HTMLDivElement>(null)
  // Unknown until the code has come that watches it: at the top of the page it is not in view on a phone.
  const [isInView, setIsInView] = useState<boolean>()
  const [extras, loadExtras] = useLazyModule(() => import('#app/catalogue/product/purchase-box-extras.ts'))
  const stock = sizes.find((one) => one.size === size)?.stock ?? product.stock
  const lacksSize = sizes.length > 0 && size === undefined && stock > 0

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  useEffect(loadExtras, [])
  useEffect(() => (place.current ? extras?.watchInView(place.current, setIsInView) : undefined), [extras])
  useEffect(() => {
    if (!extras) return
    // React may run this after a click that has chosen another size.
    if (size === undefined) setSize((chosen) => chosen ?? extras.rememberedSize(sizes, localStorage))
    else extras.saveSize(size, sizes, localStorage)
  }, [extras, size, sizes])

  function askForSize(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    setIsSizeAskedFor(true)
    showSizes(event.currentTarget.form)
  }

  return (
    <form
      method="post"
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void add({ productId: product._id, size })
      }}
    >
      {failure && <p className="field-error">{failure}</p>}
      {sizes.length > 0 && (
        <SizeTiles product={product} reviews={reviews} chosen={size} isAskedFor={isSizeAskedFor} onChoose={setSize} />
      )}
      <p className="stock-label text-sm font-semibold" data-level={stockLevel(stock)}>
        {stockLabel(stock)}
      </p>
      <div className="grid gap-3">
        <div ref={place} className="min-h-11">
          <div className={BARS[String(isInView)]} data-price={formatRupees(paidPrice(product))}>
            {isInView === false && <Price {...shownPrices(product, shop)} />}
            <button
              type="submit"
              className="btn btn-primary w-full"
              disabled={stock === 0 || isAdding}
              onClick={lacksSize ? askForSize : undefined}
            >
              {lacksSize ? <ChooseSize /> : isAdding ? 'Adding...' : 'Add to Cart'}
            </button>
          </div>
        </div>
        {stock > 0 && delivery && <PinQuestion productId={product._id} />}
        {stock > 0 && (
          <Promises
            returnDays={product.returnDays ?? shop.returnDays}
            arrival={
              delivery
                ? undefined
                : (extras?.arrivalText(today, deliveryDays) ?? `${deliveryDays.join(' to ')} days after the order`)
            }
          />
        )}
      </div>
      {stock === 0 && size === undefined && sizes.length > 0 && (
        <p className="text-sm text-muted noscript:hidden">Choose your size, and we e-mail you when it is back.</p>
      )}
      {stock === 0 && (size !== undefined || sizes.length === 0) && (
        <div className="min-h-17 noscript:hidden">
          {extras && <extras.BackInStockButton productId={product._id} size={size} />}
        </div>
      )}
      <ul className="perks grid gap-3 border-t border-line pt-5 text-sm text-muted">
        {PERKS.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </form>
  )
}

/** 'Add to Cart', or what is missing for it. CSS decides which is seen, so that a size counts before hydration, too. */
function ChooseSize() {
  return (
    <span>
      <span className="visually-hidden [form:has(:checked)_&]:not-sr-only">Add to Cart</span>
      <span className="[form:has(:checked)_&]:hidden">
        <VisuallyHidden>: </VisuallyHidden>Choose a size
      </span>
    </span>
  )
}

/** When an order arrives, unless the PIN code is asked for, and that it can be cancelled and returned. */
function Promises({ arrival, returnDays }: { arrival: string | undefined; returnDays: number }) {
  return (
    <div className="promises text-sm">
      {arrival && <p className="font-semibold">{`Arrives ${arrival}`}</p>}
      <p className="text-muted">
        Cancel free of charge until it ships.{' '}
        <Link to="/returns" className="link">
          {returnDays === 0 ? 'What can be returned' : `Return it within ${counted(returnDays, 'day')} of delivery`}
        </Link>
        .
      </p>
    </div>
  )
}
