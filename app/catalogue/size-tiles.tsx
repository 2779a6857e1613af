import { SizeGuide } from '#app/catalogue/size-guide.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import type { ProductDetail } from '#contract/catalogue.ts'

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
