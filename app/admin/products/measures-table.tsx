import { useState } from 'react'

import type { SizeDraft } from '#app/admin/products/product-draft.ts'
import { MEASURES } from '#app/admin/products/size-sets.ts'
import { Button } from '#app/ui/button.tsx'
import { measureLabel } from '#contract/catalogue/measure-label.ts'

interface MeasuresProps {
  sizes: readonly SizeDraft[]
  onChange(sizes: SizeDraft[]): void
}

const measuresOf = (sizes: readonly SizeDraft[]): string[] => [
  ...new Set(sizes.flatMap(({ measurements }) => Object.keys(measurements))),
]

/** The garment's measurements in centimetres, one row a size; nothing where none is known. */
export function MeasuresTable({ sizes, onChange }: MeasuresProps) {
  const measures = measuresOf(sizes)
  if (measures.length === 0) return null
  const set = (key: SizeDraft['key'], measure: string, cm: string) =>
    onChange(
      sizes.map((size) =>
        size.key === key ? { ...size, measurements: { ...size.measurements, [measure]: cm } } : size,
      ),
    )
  return (
    <div className="sizes-frame">
      <table className="sizes-grid">
        <caption className="field-hint mb-1 text-start">
          <span className="sticky left-0">Measurements of the garment, in centimetres</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Size</th>
            {measures.map((measure) => (
              <th key={measure} scope="col">
                {measureLabel(measure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map(({ key, size, measurements }, index) => (
            <tr key={key}>
              <th scope="row">{size || `Row ${index + 1}`}</th>
              {measures.map((measure) => (
                <td key={measure}>
                  <input
                    className="input measure"
                    aria-label={`${measureLabel(measure).toLowerCase()} of ${size || `row ${index + 1}`}`}
                    inputMode="decimal"
                    maxLength={6}
                    value={measurements[measure] ?? ''}
                    onChange={({ target }) => set(key, measure, target.value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One more column of measurements, for every size. */
export function AddMeasure({ sizes, onChange }: MeasuresProps) {
  const measures = measuresOf(sizes)
  const left = MEASURES.filter((measure) => !measures.includes(measure))
  const [chosen, setChosen] = useState<string>()
  const measure = left.find((each) => each === chosen) ?? left[0]
  if (!measure || sizes.length === 0) return null
  const add = () => onChange(sizes.map((size) => ({ ...size, measurements: { ...size.measurements, [measure]: '' } })))
  return (
    <span className="flex gap-2">
      <select
        className="input min-h-9 w-auto py-1 text-sm"
        aria-label="Measurement to add"
        value={measure}
        onChange={(event) => setChosen(event.target.value)}
      >
        {left.map((each) => (
          <option key={each} value={each}>
            {measureLabel(each)}
          </option>
        ))}
      </select>
      <Button variant="outline" isSmall onClick={add}>
        Add measurement
      </Button>
    </span>
  )
}
