import { placeholderOf } from '#app/catalogue/picture-placeholder.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { Product } from '#contract/catalogue/catalogue.ts'

interface ProductPictureProps {
  product: Pick<Product, 'name' | 'images'> & Partial<Pick<Product, 'pictures'>>
  index?: number
  /** The `sizes` attribute: how wide the picture is displayed. */
  sizes: string
  className?: string
  /** Loaded eagerly and with high priority: for the main picture of a page. */
  isFirst?: boolean
  /** Loaded eagerly: for pictures that are visible without scrolling. */
  isEager?: boolean
  /** Empty alternative text, because the name stands beside the picture. */
  isDecorative?: boolean
  /** True for the one picture that takes part in the view transition to the next screen. */
  isMorphing?: boolean
}

/** One of a product's pictures, or an empty box if there is none. */
export function ProductPicture({
  product,
  index = 0,
  sizes,
  className,
  isFirst,
  isEager,
  isDecorative,
  isMorphing,
}: ProductPictureProps) {
  const src = product.images[index]
  const note = product.pictures?.[index]
  if (!src) return <div className={`aspect-4/5 rounded-card bg-card ${className ?? ''}`} />
  return (
    <Picture
      src={note ? `${src}?v=${note.version}` : src}
      alt={isDecorative ? '' : note?.alt || product.name}
      sizes={sizes}
      className={className ?? ''}
      placeholder={note?.placeholder && placeholderOf(note.placeholder)}
      isFirst={isFirst ?? false}
      isEager={isEager ?? false}
      transitionName={isMorphing ? 'product-picture' : undefined}
    />
  )
}
