import type { ReactNode, Ref, SubmitEvent } from 'react'

import { ColourGroupField } from '#app/admin/products/colour-group-field.tsx'
import { PicturesField } from '#app/admin/products/pictures-field.tsx'
import { isNewDraft, totalOf, type Draft } from '#app/admin/products/product-draft.ts'
import { PreviewButton } from '#app/admin/products/product-preview.tsx'
import { SizesGrid } from '#app/admin/products/sizes-grid.tsx'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'
import { hsnOf } from '#contract/tax/gst-rules.ts'
import { STORAGE_PLACE } from '#contract/catalogue/labels/storage-place.ts'
import { SIZE_CODE_NAMES, SIZE_CODES } from '#contract/catalogue/labels/size-codes.ts'
import {
  DETAIL_NAMES,
  fieldOf,
  type DetailDefaults,
  type ProductFieldName,
} from '#contract/catalogue/product-fields.ts'

interface CategoryChoice {
  value: string
  name: string
  defaults?: DetailDefaults
}

interface ControlProps {
  name: ProductFieldName
  draft: Draft
  errors: FieldErrors
  categories: readonly CategoryChoice[]
  onChange(change: Partial<Draft>): void
}

interface ProductFormProps extends Omit<ControlProps, 'name'> {
  ref?: Ref<HTMLFormElement>
  isBusy: boolean
  isDisabled?: boolean
  submitLabel: ReactNode
  onSubmit(): void
  /** Says which of the pictures that were chosen last cannot be used; none at first. */
  onRefusedPictures(sentences: readonly string[]): void
  /** More buttons, beside the one that submits. */
  children?: ReactNode
}

/** The control of one written field. */
function ProductControl({ name, draft, errors, categories, onChange }: ControlProps) {
  const { label, kind, max, rows, isOptional, hint, inputMode } = fieldOf(name)
  const isNew = isNewDraft(draft)
  const chosen = categories.find(({ value }) => value === draft.fields.category)
  const defaults: Partial<Record<ProductFieldName, string | undefined>> = {
    ...(chosen && { hsn: hsnOf(null, chosen.name) }),
    ...chosen?.defaults,
  }
  const control = {
    label,
    name,
    hint: isNew && name === 'discountedPrice' ? 'What is paid. Not reduced: the price again.' : hint,
    value: draft.fields[name],
    error: errors[name],
    // A new product is created with both of its prices.
    required: kind !== 'detail' && (!isOptional || (isNew && kind === 'price')),
    autoComplete: 'off',
    // What the product takes as long as the field is empty.
    placeholder: defaults[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ fields: { ...draft.fields, [name]: event.target.value } }),
  }
  if (kind === 'category') {
    return (
      <SelectField {...control} hint={categories.length === 0 ? NO_CATEGORY : hint}>
        {isNew && <option value="">Choose a category</option>}
        {categories.map((category) => (
          <option key={category.value} value={category.value}>
            {category.name}
          </option>
        ))}
      </SelectField>
    )
  }
  if (name === 'colourGroup') return <ColourGroupField {...control} maxLength={max} draft={draft} />
  if (rows !== undefined) return <TextAreaField {...control} rows={rows} maxLength={max} />
  if (kind !== 'price') return <TextField {...control} maxLength={max} inputMode={inputMode} />
  return <TextField {...control} prefix="₹" {...(isNew ? { type: 'number', step: '0.01' } : { inputMode })} />
}

const NO_CATEGORY = 'There is none yet. First create one with the form “Create Category”.'

/** The pieces of a new product; with sizes it is their sum. */
function StockControl({ draft: { stock = '', sizes }, errors, onChange }: Omit<ControlProps, 'name' | 'categories'>) {
  const hasSizes = sizes.length > 0
  return (
    <TextField
      label="Stock"
      name="stock"
      type="number"
      step="1"
      min="0"
      required
      readOnly={hasSizes}
      hint={hasSizes ? 'The sum of the sizes.' : undefined}
      value={hasSizes ? totalOf(sizes) : stock}
      onChange={(event) => onChange({ stock: event.target.value })}
      error={errors.stock}
    />
  )
}

/** The codes of a new product without sizes, and its place; a stored one has them in its row. */
function CodeControls({ draft, errors, onChange }: Omit<ControlProps, 'name' | 'categories'>) {
  const codes = SIZE_CODE_NAMES.map((code) => (
    <TextField
      key={code}
      label={SIZE_CODES[code].label}
      name={code}
      maxLength={SIZE_CODES[code].max}
      placeholder="Made by the shop"
      autoComplete="off"
      value={draft[code] ?? ''}
      onChange={(event) => onChange({ [code]: event.target.value })}
      error={errors[code]}
    />
  ))
  return (
    <>
      {codes}
      <TextField
        label={STORAGE_PLACE.label}
        name="storagePlace"
        maxLength={STORAGE_PLACE.max}
        autoComplete="off"
        value={draft.storagePlace ?? ''}
        onChange={(event) => onChange({ storagePlace: event.target.value })}
        error={errors.storagePlace}
      />
    </>
  )
}

/** Every field of a product, for creating and for editing it. */
export function ProductForm({
  ref,
  isBusy,
  isDisabled = false,
  submitLabel,
  onSubmit,
  onRefusedPictures,
  children,
  ...shared
}: ProductFormProps) {
  const { draft, errors, categories, onChange } = shared
  const isNew = isNewDraft(draft)
  const control = (name: ProductFieldName) => <ProductControl key={name} name={name} {...shared} />
  const isLong = (name: ProductFieldName) => fieldOf(name).rows !== undefined

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form ref={ref} noValidate={!isNew} onSubmit={submit}>
      <fieldset
        disabled={isBusy || isDisabled}
        className={`grid min-w-0 ${isNew ? 'gap-5' : 'mt-6 gap-8 lg:grid-cols-[3fr_2fr]'}`}
      >
        {/* The table of the sizes is as wide as the page. */}
        <div className="grid min-w-0 content-start gap-5 lg:col-span-full">
          {control('name')}
          <div className={`grid gap-5 ${isNew ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}>
            {control('price')}
            {control('discountedPrice')}
            {control('category')}
            {isNew && <StockControl {...shared} />}
          </div>
          <SizesGrid sizes={draft.sizes} onChange={(sizes) => onChange({ sizes })} errors={errors} />
        </div>
        {control('description')}
        <div className="min-w-0">
          <PicturesField
            pictures={draft.pictures}
            isNew={isNew}
            error={errors.images ?? errors.pictures ?? errors.alts}
            onChange={(pictures) => onChange({ pictures })}
            onRefused={onRefusedPictures}
          />
        </div>
        <div className="min-w-0 lg:col-span-full">
          <details open={!isNew || [...DETAIL_NAMES, ...SIZE_CODE_NAMES].some((name) => errors[name] !== undefined)}>
            <summary className="field-label min-h-11 content-center">More details</summary>
            <div className="mt-3 grid gap-5">
              <div className={`grid gap-5 sm:grid-cols-2 ${isNew ? '' : 'xl:grid-cols-4'}`}>
                {DETAIL_NAMES.filter((name) => !isLong(name)).map(control)}
              </div>
              <div className={`grid gap-5 ${isNew ? '' : 'lg:grid-cols-2'}`}>
                {DETAIL_NAMES.filter(isLong).map(control)}
              </div>
              {isNew && draft.sizes.length === 0 && <CodeControls {...shared} />}
            </div>
          </details>
        </div>
        <div className={isNew ? 'grid gap-3 sm:grid-cols-[1fr_auto_auto]' : 'save-bar lg:col-span-full'}>
          <Button type="submit" isPending={isBusy}>
            {submitLabel}
          </Button>
          {children}
          <PreviewButton
            draft={draft}
            category={categories.find(({ value }) => value === draft.fields.category)?.name}
          />
        </div>
      </fieldset>
    </form>
  )
}
