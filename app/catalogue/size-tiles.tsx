import { useState } from 'react'

import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import type { ProductDetail, SizeGuide as Guide } from '#contract/catalogue.ts'

/** The button that opens the size guide. */
function SizeGuide({ guide }: { guide: Guide }) {
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog, loadDialog] = useLazyModule(() =>
    import('#app/catalogue/size-guide-dialog.tsx').then((part) => part.SizeGuideDialog),
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
      {Dialog && <Dialog guide={guide} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface SizeTilesProps {
  product: ProductDetail
  chosen: string | undefined
  onChoose(size: string): void
}

/** A product's sizes as tiles. A sold-out size is struck through and can still be chosen, to say that it is sold out. */
export function SizeTiles({ product: { _id, sizes, sizeGuide }, chosen, onChoose }: SizeTilesProps) {
  const choices = sizes.map(({ size, stock }) => ({
    value: size,
    label: size,
    struckBecause: stock === 0 ? 'sold out' : undefined,
  }))
  return (
    <div className="relative">
      <ChoiceTiles legend="Size" name={`size-${_id}`} choices={choices} value={chosen} onChange={onChoose} />
      {sizeGuide && (
        <div className="absolute end-0 top-0">
          <SizeGuide guide={sizeGuide} />
        </div>
      )}
    </div>
  )
}
