import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId, type KeyboardEvent } from 'react'

import { AddMeasure, MeasuresTable } from '#app/admin/products/measures-table.tsx'
import { totalOf, type SizeDraft } from '#app/admin/products/product-draft.ts'
import { PromisedStock } from '#app/admin/products/promised-stock.tsx'
import { moveInList } from '#app/admin/products/move-in-list.ts'
import { newSize, SIZE_SETS, withSizeSet, type SizeSet } from '#app/admin/products/size-sets.ts'
import { ToolButton } from '#app/admin/products/tool-button.tsx'
import { focusArrow, focusNextRow } from '#app/admin/shell/focus-after-render.ts'
import { Button } from '#app/ui/button.tsx'
import { STORAGE_PLACE } from '#contract/catalogue/labels/storage-place.ts'
import { SIZE_CODE_NAMES, SIZE_CODES } from '#contract/catalogue/labels/size-codes.ts'
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

/** A scanner ends a code with Enter, which must not send the form. */
const keepOpenAfterScan = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter') event.preventDefault()
}

/**
 * The sizes of a product with their pieces and codes, one row each, and below them the garment's measurements. One
 * press adds a set of usual sizes.
 */
export function SizesGrid({ sizes, onChange, errors }: SizesGridProps) {
  const hintId = useId()
  const set = (index: number, change: Partial<SizeDraft>) =>
    onChange(sizes.map((size, place) => (place === index ? { ...size, ...change } : size)))
  function move(from: number, key: string, pressed: 'up' | 'down') {
    const to = pressed === 'up' ? from - 1 : from + 1
    onChange(moveInList(sizes, from, to))
    focusArrow(key, pressed, to === (pressed === 'up' ? 0 : sizes.length - 1))
  }
  const sentence = Object.entries(errors).find(([field]) => field === 'sizes' || field.startsWith('sizes.'))?.[1]

  return (
    <fieldset aria-describedby={hintId} className="grid min-w-0 gap-3" data-rows>
      <legend className="field-label mb-1">Sizes</legend>
      {sizes.length > 0 && (
        <div className="sizes-frame">
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
                    <td>
                      <div className="flex">
                        <ToolButton
                          id={`move-up-${size.key}`}
                          label={`Move ${name} up`}
                          icon={ArrowUp}
                          disabled={index === 0}
                          onClick={() => move(index, size.key, 'up')}
                        />
                        <ToolButton
                          id={`move-down-${size.key}`}
                          label={`Move ${name} down`}
                          icon={ArrowDown}
                          disabled={index === sizes.length - 1}
                          onClick={() => move(index, size.key, 'down')}
                        />
                        <ToolButton
                          label={`Take ${name} away`}
                          icon={X}
                          data-removes
                          onClick={(event) => {
                            focusNextRow(event)
                            onChange(sizes.filter((_, place) => place !== index))
                          }}
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
      <MeasuresTable sizes={sizes} onChange={onChange} />
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
        <AddMeasure sizes={sizes} onChange={onChange} />
      </div>
      <p id={hintId} className="field-hint">
        {`${sizes.length > 0 ? `${totalOf(sizes)} pieces in all. ` : ''}A product without sizes has one number of pieces. The shop makes a SKU and a barcode for whatever has none.`}
      </p>
    </fieldset>
  )
}
