import { useEffect, useRef, useState } from 'react'

import { FlatPattern } from '#app/catalogue/sizes/flat-pattern.tsx'
import { SizeRecommendationForm } from '#app/catalogue/sizes/size-recommendation-form.tsx'
import { CM_PER_INCH, type Unit } from '#app/catalogue/sizes/size-recommendation.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { measureLabel } from '#contract/catalogue/measure-label.ts'
import type { ProductDetail, SizeGuide as Guide } from '#contract/catalogue/catalogue.ts'
import { LONG_SLEEVE_FROM_CM } from '#contract/catalogue/sleeve-length.ts'

const shown = (cm: number, unit: Unit) => (unit === 'cm' ? String(cm) : (cm / CM_PER_INCH).toFixed(1))

interface SizeGuideDialogProps {
  product: ProductDetail
  isOpen: boolean
  onClose(): void
  onChoose(size: string): void
}

/** The garment's measurements by size, in centimetres or inches, and help to choose. Loaded on first use. */
export function SizeGuideDialog({ product, isOpen, onClose, onChoose }: SizeGuideDialogProps) {
  const [unit, setUnit] = useState<Unit>('cm')
  const guide = product.sizeGuide ?? {}
  const sizes = Object.keys(guide)
  const [drawn, setDrawn] = useState(sizes[Math.floor((sizes.length - 1) / 2)])
  const measures = drawn === undefined ? undefined : guide[drawn]
  return (
    <Dialog title="Size guide" width="44rem" isOpen={isOpen} onClose={onClose}>
      <div className="mb-4 flex gap-2" role="group" aria-label="Unit">
        {(['cm', 'in'] as const).map((each) => (
          <Button
            key={each}
            variant={unit === each ? 'primary' : 'outline'}
            isSmall
            aria-pressed={unit === each}
            onClick={() => setUnit(each)}
          >
            {each}
          </Button>
        ))}
      </div>
      {measures && (
        <>
          <label className="mb-2 flex items-center gap-2 text-sm">
            <span>Drawn in size</span>
            <select className="input w-auto" value={drawn} onChange={(event) => setDrawn(event.target.value)}>
              {sizes.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
          <FlatPattern
            isLongSleeved={(measures.sleeve ?? 0) >= LONG_SLEEVE_FROM_CM}
            words={Object.fromEntries(
              Object.entries(measures).map(([name, cm]) => [name, `${measureLabel(name)} ${shown(cm, unit)}`]),
            )}
          />
        </>
      )}
      <Measures guide={guide} unit={unit} />
      <SizeRecommendationForm
        product={product}
        unit={unit}
        onChoose={(size) => {
          onChoose(size)
          onClose()
        }}
      />
    </Dialog>
  )
}

function Measures({ guide, unit }: { guide: Guide; unit: Unit }) {
  const region = useRef<HTMLDivElement>(null)
  const [isWide, setIsWide] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const sizes = Object.entries(guide)
  const names = [...new Set(sizes.flatMap(([, measures]) => Object.keys(measures)))]

  function look() {
    const frame = region.current
    if (!frame) return
    setIsWide(frame.scrollWidth > frame.clientWidth + 1)
    setIsCut(frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1)
  }
  useEffect(() => {
    if (!region.current) return undefined
    const size = new ResizeObserver(look)
    size.observe(region.current)
    return () => size.disconnect()
  }, [])

  return (
    <>
      <div
        ref={region}
        className="measures"
        data-cut={isCut}
        onScroll={look}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
        tabIndex={0}
        role="region"
        aria-label="Measurements"
      >
        <table className="w-full text-sm tabular-nums max-sm:text-xs">
          <caption className="mb-2 text-start text-sm text-muted">
            {`Measured on the garment, in ${unit === 'cm' ? 'centimetres' : 'inches'}`}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="py-2 pe-4 text-start max-sm:pe-1">
                Size
              </th>
              {names.map((name) => (
                <th key={name} scope="col" className="px-2 py-2 text-end min-[22rem]:max-sm:px-1">
                  {measureLabel(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sizes.map(([size, measures]) => (
              <tr key={size} className="border-t border-line">
                <th scope="row" className="py-2 pe-4 text-start max-sm:pe-1">
                  {size}
                </th>
                {names.map((name) => (
                  <td key={name} className="px-2 py-2 text-end min-[22rem]:max-sm:px-1">
                    {measures[name] === undefined ? '–' : shown(measures[name], unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isWide && (
        <p className="mt-3 text-sm text-muted">{`Scroll sideways to see all ${names.length} measurements.`}</p>
      )}
    </>
  )
}
