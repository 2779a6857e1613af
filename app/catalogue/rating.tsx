import { useEffect, useState } from 'react'

import { sampleRating } from '#app/catalogue/sample-rating.ts'

/** The made-up rating of a product, labelled as what it is. It appears once the page is awake, in room kept for it. */
export function Rating({ productId }: { productId: string }) {
  const [rating, setRating] = useState<number>()
  useEffect(() => setRating(sampleRating(productId, localStorage)), [productId])
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm">
      {rating !== undefined && (
        <>
          <span className="stars" aria-hidden="true" style={{ '--rating': rating } as React.CSSProperties} />
          <span className="font-semibold tabular-nums">{rating.toFixed(1)}</span>
          <span className="text-muted">Sample rating</span>
        </>
      )}
    </p>
  )
}
