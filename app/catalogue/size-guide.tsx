import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { SizeGuide as Guide } from '#contract/catalogue.ts'

const CM_PER_INCH = 2.54
const LABELS: Record<string, string> = { legOpening: 'Leg opening' }

const labelOf = (name: string) => LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
const shown = (cm: number, unit: 'cm' | 'in') => (unit === 'cm' ? String(cm) : (cm / CM_PER_INCH).toFixed(1))

/** The garment's own measurements by size, in centimetres or inches. */
export function SizeGuide({ guide }: { guide: Guide }) {
  const [isOpen, setIsOpen] = useState(false)
  const [unit, setUnit] = useState<'cm' | 'in'>('cm')
  const sizes = Object.entries(guide)
  const names = [...new Set(sizes.flatMap(([, measures]) => Object.keys(measures)))]
  return (
    <>
      <button type="button" className="min-h-8 text-sm underline underline-offset-4" onClick={() => setIsOpen(true)}>
        Size guide
      </button>
      <Dialog title="Size guide" width="44rem" isOpen={isOpen} onClose={() => setIsOpen(false)}>
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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be within reach of the keys */}
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Measurements">
          <table className="w-full text-sm tabular-nums">
            <caption className="mb-2 text-start text-muted">
              Measured on the garment, in {unit === 'cm' ? 'centimetres' : 'inches'}
            </caption>
            <thead>
              <tr>
                <th scope="col" className="py-2 pe-4 text-start">
                  Size
                </th>
                {names.map((name) => (
                  <th key={name} scope="col" className="px-2 py-2 text-end">
                    {labelOf(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sizes.map(([size, measures]) => (
                <tr key={size} className="border-t border-line">
                  <th scope="row" className="py-2 pe-4 text-start">
                    {size}
                  </th>
                  {names.map((name) => (
                    <td key={name} className="px-2 py-2 text-end">
                      {measures[name] === undefined ? '–' : shown(measures[name], unit)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Dialog>
    </>
  )
}
