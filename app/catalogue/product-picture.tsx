import { placeholderOf } from '#app/catalogue/placeholder.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { Product } from '#contract/catalogue.ts'

interface ProductPictureProps {
  product: Pick<Product, 'name' | 'images'> & Partial<Pick<Product, 'pictures'>>
  index?: number
  /** The `sizes` attribute: how wide the picture stands on the page. */
  sizes: string
  className?: string
  /** Fetched at once and first: for the one picture that the visitor came to see. */
  isFirst?: boolean
  /** Fetched at once: for the pictures that stand on the first screen. */
  isEager?: boolean
  /** An empty alternative where the name stands beside the picture anyway. */
  isDecorative?: boolean
  /** True for the one picture that turns into its like on the next screen. */
  isMorphing?: boolean
}

/** One of a product's pictures at the width that it needs, or a quiet box where there is none. */
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
