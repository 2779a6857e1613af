import { BadgeCheck, ShieldCheck, Truck } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { Link } from 'react-router'

import { useAddToCart } from '#app/cart/use-add-to-cart.ts'
import { rememberedSize, saveSize } from '#app/catalogue/remembered-sizes.ts'
import { SizeTiles } from '#app/catalogue/size-tiles.tsx'
import { stockLevel, stockLabel } from '#app/catalogue/stock-label.ts'
import { arrivalText } from '#app/orders/delivery.ts'
import { Price } from '#app/ui/price.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { IN_STOCK_ABOVE } from '#contract/catalogue-rules.ts'
import { DELIVERY_DAYS } from '#contract/delivery-rules.ts'
import type { ProductDetail } from '#contract/catalogue.ts'
import type { ReviewsAnswer } from '#contract/reviews.ts'
import { WORDINGS } from '#contract/wordings.ts'

const PERKS = [
  { icon: Truck, text: WORDINGS.shipping.perk },
  { icon: BadgeCheck, text: 'Best Quality' },
  { icon: ShieldCheck, text: 'Secure Payment' },
] as const

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
 * Size, stock, the button that adds to the cart, and the perks. Without JavaScript it is a plain form; `failure` is why the
 * form was refused.
 */
export function PurchaseBox({ product, reviews, failure }: PurchaseBoxProps) {
  const { sizes } = product
  const [size, setSize] = useState(sizes.length === 1 ? sizes[0]?.size : undefined)
  const [isSizeAskedFor, setIsSizeAskedFor] = useState(false)
  const { add, isAdding } = useAddToCart(WORDINGS.cart.addedOnProductPage)
  const place = useRef<HTMLDivElement>(null)
  const isPassed = useIsPassedOnPhone(place)
  const stock = sizes.find((one) => one.size === size)?.stock ?? product.stock
  // The label shows the product's stock, or that the chosen size is sold out.
  const shownStock = stock === 0 ? 0 : product.stock
  const lacksSize = sizes.length > 0 && size === undefined && stock > 0

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: another product has another box
  useLayoutEffect(() => setSize((chosen) => chosen ?? rememberedSize(sizes, localStorage)), [])

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
        <SizeTiles
          product={product}
          reviews={reviews}
          chosen={size}
          isAskedFor={isSizeAskedFor}
          onChoose={(chosen) => {
            setSize(chosen)
            saveSize(chosen, sizes, localStorage)
          }}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 text-sm">
        <p className="stock-label font-semibold" data-level={stockLevel(shownStock)}>
          {stockLabel(shownStock)}
        </p>
        {size !== undefined && stock > 0 && stock <= IN_STOCK_ABOVE && stock < shownStock && (
          <p className="text-muted">
            {stock} in size {size}
          </p>
        )}
      </div>
      <div className="grid gap-3">
        <div ref={place} className="min-h-11">
          <div className={isPassed ? 'buy-bar' : ''}>
            {isPassed && <Price price={product.price} discountedPrice={product.discountedPrice} />}
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
        {product.stock > 0 && <Promises />}
      </div>
      <ul className="perks grid gap-3 border-t border-line pt-5 text-sm text-muted">
        {PERKS.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3">
            <Icon size={20} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </form>
  )
}

/** The specified name comes first, for whoever does not see the button. */
function ChooseSize() {
  return (
    <span>
      <VisuallyHidden>Add to Cart: </VisuallyHidden>Choose a size
    </span>
  )
}

/** When it arrives, and what can be done about an order. The days are the browser's own, because pages are cached. */
function Promises() {
  const [arrival, setArrival] = useState(`${DELIVERY_DAYS.earliest} to ${DELIVERY_DAYS.latest} days after the order`)
  useEffect(() => setArrival(arrivalText(new Date())), [])
  return (
    <div className="promises text-sm">
      <p className="font-semibold">Arrives {arrival}</p>
      <p className="text-muted">
        Cancel free of charge until it ships. Something wrong with it?{' '}
        <Link to="/contact" className="link">
          Write to us
        </Link>
        .
      </p>
    </div>
  )
}

/** True on a phone once the element was scrolled out at the top of the window. */
function useIsPassedOnPhone(place: { readonly current: HTMLElement | null }): boolean {
  const [isPassed, setIsPassed] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    // What lies below the window counts as visible, so that a jump from above to below is noticed.
    const watch = new IntersectionObserver(
      ([entry]) => setIsPassed(entry?.isIntersecting === false && matchMedia('(width < 48rem)').matches),
      { rootMargin: '0px 0px 99999px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place])
  return isPassed
}
