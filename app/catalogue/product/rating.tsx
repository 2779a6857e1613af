import { useEffect, useState } from 'react'

import { useShop } from '#app/api/use-shop.ts'
import { sampleRating } from '#app/catalogue/product/sample-rating.ts'
import { Stars } from '#app/ui/stars.tsx'
import type { ReviewsAnswer } from '#contract/catalogue/reviews/reviews.ts'
import { counted } from '#contract/words/counted.ts'

/**
 * The customers' rating of a product; if there is none, where the owner wants it, a made-up one that is labelled as a
 * sample.
 */
export function Rating({ productId, reviews }: { productId: string; reviews?: ReviewsAnswer | null }) {
  const { showsSampleRatings } = useShop()
  if (reviews?.average === undefined) {
    if (showsSampleRatings) return <SampleRating productId={productId} />
    return <p className="min-h-6 text-sm text-muted">No reviews yet</p>
  }
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm">
      <Stars rating={reviews.average} />
      <span className="font-semibold tabular-nums">{reviews.average.toFixed(1)}</span>
      <a className="link" href="#reviews">
        {counted(reviews.count, 'review')}
      </a>
    </p>
  )
}

/** Appears after hydration; its space is reserved. */
function SampleRating({ productId }: { productId: string }) {
  const [rating, setRating] = useState<number>()
  useEffect(() => setRating(sampleRating(productId, localStorage)), [productId])
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm">
      {rating !== undefined && (
        <>
          <Stars rating={rating} />
          <span className="font-semibold tabular-nums">{rating.toFixed(1)}</span>
          <span className="text-muted">Sample rating</span>
        </>
      )}
    </p>
  )
}
