import { useState } from 'react'

import { NamedBoxes } from '#app/admin/list/named-boxes.tsx'
import { ProductsField } from '#app/admin/products/products-field.tsx'
import { MOMENTS, REDUCTIONS, ROUNDING_CHOICES, TITLE, valuesOf } from '#app/admin/sales/sale-fields.ts'
import { PreviewedForm } from '#app/admin/shell/form-with-preview.tsx'
import type { FormResult } from '#app/api/form-result.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import type { Category } from '#contract/catalogue/catalogue.ts'
import type { CollectionNames } from '#contract/catalogue/collections/collections.ts'
import { MAX_SALE_PRODUCTS } from '#contract/catalogue/sales/sale-limits.ts'
import type { Sale } from '#contract/catalogue/sales/sales.ts'

interface SaleFormProps {
  /** Undefined for a new one. */
  sale: Sale | undefined
  /** A new one begins at once, unless somebody says otherwise. */
  now: string
  categories: readonly Category[]
  collections: CollectionNames
  /** What came of the last submit. */
  result: FormResult | undefined
}

function ProductChoice({ sale, error }: { sale: Sale | undefined; error: string | undefined }) {
  const known = sale?.products ?? []
  const [ids, setIds] = useState<readonly string[]>(known.map(({ _id }) => _id))
  return (
    <div>
      {ids.map((id) => (
        <input key={id} type="hidden" name="products" value={id} />
      ))}
      <ProductsField
        id="sale-products"
        label="Single products"
        hint="Beside those above. Type two letters of a name."
        error={error}
        max={MAX_SALE_PRODUCTS}
        known={known}
        value={ids}
        onChange={setIds}
      />
    </div>
  )
}

/** All fields of a sale. */
export function SaleForm({ sale, now, categories, collections, result = {} }: SaleFormProps) {
  const errors = result.failure?.fields
  const values = { startsAt: now, ...valuesOf(sale), ...result.values }
  return (
    <PreviewedForm revision={sale?.revision} result={result} saveLabel={sale ? 'Save sale' : 'Create sale'}>
      <FormFields fields={[TITLE]} values={values} errors={errors} />
      <ChoiceField
        legend="What it takes off"
        name="value"
        choices={REDUCTIONS}
        initial={sale?.amount === undefined ? 'percent' : 'amount'}
        values={values}
        errors={errors}
      />
      <SelectField
        label="Round down"
        name="rounding"
        hint="Never up, so that nobody pays more than the sale says."
        error={errors?.rounding}
        defaultValue={values.rounding ?? 'rupee'}
      >
        {ROUNDING_CHOICES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormFields fields={MOMENTS} values={values} errors={errors} />
      </div>
      <NamedBoxes
        legend="Categories"
        name="categories"
        hint="All of their products, also those that come later."
        chosen={sale?.categories}
        choices={categories}
        error={errors?.categories}
      />
      {(collections.length > 0 || sale?.collections) && (
        <NamedBoxes
          legend="Collections"
          name="collections"
          hint="What is in them at each moment. Rules look at prices without sales."
          chosen={sale?.collections}
          choices={collections}
          error={errors?.collections}
        />
      )}
      <ProductChoice sale={sale} error={errors?.products} />
    </PreviewedForm>
  )
}
