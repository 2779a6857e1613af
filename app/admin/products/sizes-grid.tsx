import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'

import { totalOf, type SizeDraft } from '#app/admin/products/product-draft.ts'
import { PromisedStock } from '#app/admin/products/promised-stock.tsx'
import { moveInList } from '#app/admin/products/move-in-list.ts'
import { MEASURES, newSize, SIZE_SETS, withSizeSet, type SizeSet } from '#app/admin/products/size-sets.ts'
import { ToolButton } from '#app/admin/products/tool-button.tsx'
import { Button } from '#app/ui/button.tsx'
import { STORAGE_PLACE } from '#contract/catalogue/storage-place.ts'
import { SIZE_CODE_NAMES, SIZE_CODES } from '#contract/catalogue/size-codes.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import { MAX_SIZES } from '#contract/catalogue/product-limits.ts'

interface SizesGridProps {
  sizes: readonly SizeDraft[]
  onChange(sizes: SizeDraft[]): void
  errors: FieldErrors
}

/** So many characters of a size's name fit in a narrow field. */
const SHORT_NAME = 4

const SETS = Object.keys(SIZE_SETS) as SizeSet[]

function measuresOf(sizes: readonly SizeDraft[]): string[] {
  return [...new Set(sizes.flatMap(({ measurements }) => Object.keys(measurements)))]
}

/** A scanner ends a code with Enter, which must not send the form. */
const keepOpenAfterScan = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter') event.preventDefault()
}

/**
 * The sizes of a product with their pieces and the garment's measurements in centimetres, one row each. One press
 * adds a set of usual sizes.
 */
export function SizesGrid({ sizes, onChange, errors }: SizesGridProps) {
  const hintId = useId()
  const measures = measuresOf(sizes)
  const set = (index: number, change: Partial<SizeDraft>) =>
    onChange(sizes.map((size, place) => (place === index ? { ...size, ...change } : size)))
  const sentence = Object.entries(errors).find(([field]) => field === 'sizes' || field.startsWith('sizes.'))?.[1]

  return (
    <fieldset aria-describedby={hintId} className="grid min-w-0 gap-3">
      <legend className="field-label mb-1">Sizes</legend>
      {sizes.length > 0 && (
        <div className="overflow-x-auto">
          <table className="sizes-grid">
            <thead>
              <tr>
                <th scope="col">Size</th>
                <th scope="col">Pieces</th>
                <th scope="col">{STORAGE_PLACE.label}</th>
                {SIZE_CODE_NAMES.map((code) => (
                  <th key={code} scope="col">
                    {SIZE_CODES[code].label}
                  </th>
                ))}
                {measures.map((measure) => (
                  <th key={measure} scope="col" className="first-letter:uppercase">
                    {`${measure} (cm)`}
                  </th>
                ))}
                <th scope="col">Order</th>
              </tr>
            </thead>
            <tbody>
              {sizes.map((size, index) => {
                const name = size.size || `row ${index + 1}`
                return (
                  <tr key={size.key}>
                    <td>
                      <input
                        className={size.size.length > SHORT_NAME ? 'input long-name' : 'input'}
                        aria-label={`Size ${index + 1}`}
                        aria-invalid={errors[`sizes.${index}.size`] ? true : undefined}
                        maxLength={40}
                        placeholder={sizes.length === 1 ? 'None' : undefined}
                        value={size.size}
                        onChange={(event) => set(index, { size: event.target.value })}
                      />
                    </td>
                    <td>
                      <input
                        className="input"
                        aria-label={`Pieces of ${name}`}
                        aria-invalid={errors[`sizes.${index}.stock`] ? true : undefined}
                        inputMode="numeric"
                        maxLength={7}
                        value={size.stock}
                        onChange={(event) => set(index, { stock: event.target.value })}
                      />
                      <PromisedStock stock={size.was ?? 0} typed={size.stock} promised={size.promised} />
                    </td>
                    <td>
                      <input
                        className="input"
                        aria-label={`${STORAGE_PLACE.label} of ${name}`}
                        autoComplete="off"
                        maxLength={STORAGE_PLACE.max}
                        value={size.storagePlace ?? ''}
                        onChange={(event) => set(index, { storagePlace: event.target.value })}
                        onKeyDown={keepOpenAfterScan}
                      />
                    </td>
                    {SIZE_CODE_NAMES.map((code) => (
                      <td key={code}>
                        <input
                          className="input code"
                          aria-label={`${SIZE_CODES[code].label} of ${name}`}
                          aria-invalid={errors[`sizes.${index}.${code}`] ? true : undefined}
                          autoComplete="off"
                          maxLength={SIZE_CODES[code].max}
                          placeholder="Made by the shop"
                          value={size[code] ?? ''}
                          onChange={(event) => set(index, { [code]: event.target.value })}
                          onKeyDown={keepOpenAfterScan}
                        />
                      </td>
                    ))}
                    {measures.map((measure) => (
                      <td key={measure}>
                        <input
                          className="input"
                          aria-label={`${measure} of ${name}`}
                          inputMode="decimal"
                          maxLength={6}
                          value={size.measurements[measure] ?? ''}
                          onChange={(event) =>
                            set(index, { measurements: { ...size.measurements, [measure]: event.target.value } })
                          }
                        />
                      </td>
                    ))}
                    <td>
                      <div className="flex">
                        <ToolButton
                          label={`Move ${name} up`}
                          icon={ArrowUp}
                          disabled={index === 0}
                          onClick={() => onChange(moveInList(sizes, index, index - 1))}
                        />
                        <ToolButton
                          label={`Move ${name} down`}
                          icon={ArrowDown}
                          disabled={index === sizes.length - 1}
                          onClick={() => onChange(moveInList(sizes, index, index + 1))}
                        />
                        <ToolButton
                          label={`Take ${name} away`}
                          icon={X}
                          onClick={() => onChange(sizes.filter((_, place) => place !== index))}
                        />
                      </div>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {sentence && (
        <p className="field-error" role="alert">
          {sentence}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {SETS.map((sizeSet) => (
          <Button key={sizeSet} variant="outline" isSmall onClick={() => onChange(withSizeSet(sizes, sizeSet))}>
            {`Add ${sizeSet}`}
          </Button>
        ))}
        <Button
          variant="outline"
          isSmall
          disabled={sizes.length >= MAX_SIZES}
          onClick={() => onChange([...sizes, newSize()])}
        >
          Add a size
        </Button>
        <AddMeasure sizes={sizes} measures={measures} onChange={onChange} />
      </div>
      <p id={hintId} className="field-hint">
        {`${sizes.length > 0 ? `${totalOf(sizes)} pieces in all. ` : ''}A product without sizes has one number of pieces. The shop makes a SKU and a barcode for whatever has none.`}
      </p>
    </fieldset>
  )
}

interface AddMeasureProps {
  sizes: readonly SizeDraft[]
  measures: readonly string[]
  onChange(sizes: SizeDraft[]): void
}

/** One more column of the size guide, for every size. */
function AddMeasure({ sizes, measures, onChange }: AddMeasureProps) {
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
          <option key={each}>{each}</option>
        ))}
      </select>
      <Button variant="outline" isSmall onClick={add}>
        Add measurement
      </Button>
    </span>
  )
}
