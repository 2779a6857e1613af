import { useSyncExternalStore } from 'react'
import { useViewTransitionState } from 'react-router'

import { useShop } from '#app/api/use-shop.ts'
import { ProductPicture } from '#app/catalogue/product-picture.tsx'
import { splitValues } from '#contract/catalogue/lists/filter-values.ts'
import { IN_STOCK_ABOVE, stockLabel } from '#contract/catalogue/stock-label.ts'
import { Swatches } from '#app/catalogue/swatches.tsx'
import { QuickAdd } from '#app/cart/quick-add.tsx'
import { Badge, DiscountBadge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { HeartButton } from '#app/wishlist/heart-button.tsx'
import { Price } from '#app/ui/price.tsx'
import { Link } from '#app/ui/link.tsx'
import { shownPrices } from '#contract/catalogue/shown-prices.ts'
import { percentOff } from '#contract/units/money.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'

// Nothing moves on the server, where the router would compare each card's address with the page's.
const useIsMorphing = import.meta.env.SSR ? () => false : useViewTransitionState

const WIDTHS = '(min-width: 1280px) 300px, (min-width: 768px) 30vw, 46vw'

const HOVER = '(hover: hover)'

function onHoverChange(listener: () => void): () => void {
  const query = matchMedia(HOVER)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * The last picture, of most garments the cloth from near. Shown under the mouse. A list would be 7 % larger with the
 * pictures that a phone never shows.
 */
function SecondPicture({ product }: { product: Product }) {
  const canHover = useSyncExternalStore(
    onHoverChange,
    () => matchMedia(HOVER).matches,
    () => false,
  )
  return (
    canHover && (
      <span className="second-picture absolute inset-0">
        <ProductPicture product={product} index={product.images.length - 1} sizes={WIDTHS} isDecorative />
      </span>
    )
  )
}

interface ProductCardProps {
  product: Product
  /** How its picture loads: with high priority, eagerly, or lazily. */
  place: 'first' | 'eager' | 'lazy'
  /** The `sizes` of its picture, where the card is a larger one. */
  widths?: string | undefined
  /** The sizes that the list is filtered by: a card says which are sold out. */
  wantedSize?: string | undefined
  /** A sentence below the price. */
  priceNote?: string | undefined
}

/** A product in a list: pictures, name, price, stock, the link to its page, and quick add. */
export function ProductCard({ product, place, widths = WIDTHS, wantedSize, priceNote }: ProductCardProps) {
  const { _id, name, stock, sizes, images, isNew } = product
  const wanted = splitValues(wantedSize)
  const missing = sizes.filter((one) => stock > 0 && one.stock === 0 && wanted.includes(one.size))
  const missingSizes = missing.map(({ size }) => size).join(', ')
  const address = `/product/${_id}`
  const prices = shownPrices(product, useShop())
  const percent = percentOff(prices)
  const nameId = `name-${_id}`
  const isMorphing = useIsMorphing(address)
  return (
    <article className="group rise relative flex h-full flex-col">
      <div className="relative z-1">
        <Link
          to={address}
          viewTransition
          tabIndex={-1}
          aria-hidden="true"
          className={`relative block overflow-hidden rounded-card ${images.length > 1 ? 'two-pictures' : ''}`}
        >
          <ProductPicture
            product={product}
            sizes={widths}
            isFirst={place === 'first'}
            isEager={place === 'eager'}
            isDecorative
            isMorphing={isMorphing}
          />
          {images.length > 1 && <SecondPicture product={product} />}
          {(percent !== undefined || isNew) && (
            <span className="absolute start-2 top-2 grid gap-1">
              {percent !== undefined && <DiscountBadge percent={percent} />}
              {isNew && <Badge>New</Badge>}
            </span>
          )}
        </Link>
        <div className="absolute end-2 bottom-2">
          <QuickAdd product={product} />
        </div>
      </div>
      <HeartButton product={product} className="absolute end-1 top-1" />
      <h2 className="mt-3 line-clamp-3 text-sm font-semibold wrap-anywhere">
        {/* The whole card is the link, but what else can be pressed lies above it. */}
        <Link id={nameId} to={address} viewTransition className="after:absolute after:inset-0 hover:underline">
          {name}
        </Link>
      </h2>
      <Price {...prices} />
      {priceNote && <p className="text-xs text-status-delivered">{priceNote}</p>}
      <p className="text-xs text-muted">
        {stock <= IN_STOCK_ABOVE && <span>{stockLabel(stock)}</span>}
        {missingSizes && (
          <strong className="text-ink">{`${stock <= IN_STOCK_ABOVE ? ' · ' : ''}${missingSizes} sold out`}</strong>
        )}
      </p>
      <Swatches product={product} isOnCard />
      <div className="relative mt-auto grid pt-3">
        <ButtonLink to={address} viewTransition variant="outline" isSmall aria-describedby={nameId}>
          View
        </ButtonLink>
      </div>
    </article>
  )
}
