import { Heart } from 'lucide-react'

import { showOne, useIsSaved } from '#app/wishlist/heart-state.ts'
import type { Savable } from '#app/wishlist/wishlist.ts'
import { toastError } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * Saves a product on the wishlist, or takes it off. The heart changes at once, and back if that could not be stored.
 */
export function HeartButton({ product, className = '' }: { product: Savable; className?: string | undefined }) {
  const { _id, name } = product
  const isSaved = useIsSaved(_id)
  function toggle() {
    showOne(_id, !isSaved)
    import('#app/wishlist/wishlist.ts').then(
      ({ store }) => store(product, !isSaved),
      () => {
        showOne(_id, isSaved)
        toastError(WORDINGS.fallback)
      },
    )
  }
  return (
    <button
      type="button"
      className={`heart noscript:hidden ${className}`}
      aria-pressed={isSaved}
      aria-label={`Save ${name}`}
      onClick={toggle}
    >
      <Heart size={20} className={isSaved ? 'fill-marigold' : ''} aria-hidden="true" />
    </button>
  )
}
