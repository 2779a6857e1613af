import { useState, type ReactNode } from 'react'

import { withValue } from '#app/catalogue/filters/list-address.ts'
import { joinValues, splitValues } from '#contract/catalogue/lists/filter-values.ts'

interface FilterTilesProps {
  legend: string
  isLegendHidden?: boolean
  name: string
  chosen: string | undefined
  values: readonly { value: string; label?: string; count?: number; hex?: string }[]
  onChoose(values: string | undefined): void
}

/**
 * The values of a filter as tiles, each with the number of products that it would leave. A chosen value is always
 * shown.
 */
export function FilterTiles({ legend, isLegendHidden, name, chosen, values, onChoose }: FilterTilesProps) {
  const wanted = splitValues(chosen)
  const missing = wanted.filter((value) => !values.some((one) => one.value === value))
  const shown = [...values, ...missing.map((value): FilterTilesProps['values'][number] => ({ value }))]
  if (shown.length === 0) return null
  return (
    <fieldset>
      <legend className={isLegendHidden ? 'sr-only' : 'field-label mb-2'}>{legend}</legend>
      <div className="tiles">
        {shown.map(({ value, label = value, count, hex }) => (
          <label key={value} className="tile grid-flow-col gap-2 text-sm">
            <input
              type="checkbox"
              name={name}
              value={joinValues([value])}
              checked={wanted.includes(value)}
              onChange={(event) => onChoose(withValue(chosen, value, event.target.checked))}
            />
            {hex && <span className="swatch" style={{ backgroundColor: hex }} />}
            <span>
              <span>{`${label} `}</span>
              {count !== undefined && <small className="font-normal">{`(${count})`}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface FoldedProps {
  label: string
  isOpenAtFirst: boolean
  /** There is something to choose between. */
  isShown: boolean
  children: ReactNode
}

/** A filter that few use: it opens with a press, and stands open where something of it is chosen. */
export function Folded({ label, isOpenAtFirst, isShown, children }: FoldedProps) {
  const [isOpen] = useState(isOpenAtFirst)
  if (!isShown && !isOpenAtFirst) return null
  return (
    <details open={isOpen} className="grid">
      <summary className="field-label min-h-8 cursor-pointer">{label}</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
