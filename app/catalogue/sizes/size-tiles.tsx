import { useState } from 'react'

import { fitSummary } from '#app/catalogue/sizes/fit-summary.ts'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import type { ReviewsAnswer } from '#contract/catalogue/reviews/reviews.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** The button that opens the size guide. */
function SizeGuide({ product, onChoose }: Pick<SizeTilesProps, 'product' | 'onChoose'>) {
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog, loadDialog] = useLazyModule(
    () => import('#app/catalogue/sizes/size-guide-dialog.tsx').then((part) => part.SizeGuideDialog),
    WORDINGS.products.loadDetailsFailed,
  )
  return (
    <>
      <button
        type="button"
        className="min-h-8 text-sm underline underline-offset-4"
        onClick={() => {
          setIsOpen(true)
          loadDialog()
        }}
      >
        Size guide
      </button>
      {Dialog && <Dialog product={product} isOpen={isOpen} onClose={() => setIsOpen(false)} onChoose={onChoose} />}
    </>
  )
}

interface SizeTilesProps {
  product: ProductDetail
  reviews: ReviewsAnswer | null | Promise<ReviewsAnswer | null>
  chosen: string | undefined
  /** The visitor pressed the buy button before choosing a size. */
  isAskedFor: boolean
  onChoose(size: string): void
}

/**
 * A product's sizes as tiles. A sold-out size is struck through and can still be chosen, to say that it is sold out.
 */
export function SizeTiles({ product, reviews, chosen, isAskedFor, onChoose }: SizeTilesProps) {
  const { _id, sizes, sizeGuide } = product
  const choices = sizes.map(({ size, stock }) => ({
    value: size,
    label: size,
    struckBecause: stock === 0 ? 'sold out' : undefined,
  }))
  return (
    <div className="relative">
      <ChoiceTiles legend="Size" name={`size-${_id}`} choices={choices} value={chosen} isRequired onChange={onChoose} />
      {isAskedFor && chosen === undefined && (
        <p role="alert" className="field-error mt-2">
          Please choose a size.
        </p>
      )}
      <Deferred value={reviews} waiting={null} failed={null}>
        {(loaded) =>
          loaded && (
            <div className="mt-3 text-sm text-muted empty:hidden">
              {loaded.fits && <p>{fitSummary(loaded.fits)}</p>}
              {loaded.returned?.map(({ size, people, finding, found }) => (
                <p key={size}>{`${found} of ${people} who returned ${size} found it too ${finding}`}</p>
              ))}
            </div>
          )
        }
      </Deferred>
      {sizeGuide && (
        <div className="absolute end-0 -top-1">
          <SizeGuide product={product} onChoose={onChoose} />
        </div>
      )}
    </div>
  )
}
