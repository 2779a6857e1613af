import { useShop } from '#app/api/use-shop.ts'
import { ProductPicture } from '#app/catalogue/product-picture.tsx'
import { Arrow } from '#app/ui/arrow.tsx'
import { HeartButton } from '#app/wishlist/heart-button.tsx'
import { Price } from '#app/ui/price.tsx'
import { Link } from '#app/ui/link.tsx'
import { shownPrices } from '#contract/catalogue/shown-prices.ts'
import type { FeaturedProduct } from '#contract/catalogue/catalogue.ts'

const WIDTHS = '(min-width: 1280px) 295px, (min-width: 768px) 33vw, 39vw'

interface FeaturedCardProps {
  product: FeaturedProduct
  /** Specified for the home page: there a card leads to the product's category, and elsewhere to the product. */
  leadsTo: 'category' | 'product'
}

/** A card of a featured row. */
export function FeaturedCard({ product, leadsTo }: FeaturedCardProps) {
  const { _id, name, description, category } = product
  return (
    <article className="group relative rise">
      <div className="card-picture">
        <ProductPicture product={product} sizes={WIDTHS} isDecorative />
        <div className="card-overlay">
          <div className="card-overlay-text">
            <p className="font-bold">{name}</p>
            <p className="mt-1 line-clamp-2 text-sm">{description}</p>
            <Link
              to={leadsTo === 'product' ? `/product/${_id}` : `/categories/${encodeURIComponent(category.slug)}`}
              className="card-overlay-link"
            >
              View Product
              <Arrow />
            </Link>
          </div>
        </div>
      </div>
      <HeartButton product={product} className="absolute end-1 top-1" />
      <h3 className="mt-3 text-sm font-semibold">{name}</h3>
      <Price {...shownPrices(product, useShop())} />
    </article>
  )
}
