import { useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { LIMITS, VALUES, WAYS } from '#app/admin/offers/offer-fields.ts'
import type { FormResult } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import type { Category } from '#contract/catalogue/catalogue.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Offer } from '#contract/offers/offers.ts'

interface OfferFormProps {
  /** Undefined for a new one. */
  offer: Offer | undefined
  categories: readonly Category[]
  /** What came of the last submit. */
  result: FormResult | undefined
}

type FieldsProps = Omit<OfferFormProps, 'categories' | 'result'> & { result: FormResult }
type Choice = Readonly<Record<string, { label: string; field: FormField }>>

interface ChoiceFieldProps extends FieldsProps {
  legend: string
  name: string
  choices: Choice
  initial: string
}

/** A choice, and the field of what is chosen. */
function ChoiceField({ legend, name, choices, initial, offer, result }: ChoiceFieldProps) {
  const [chosen, choose] = useState(result.values?.[name] ?? initial)
  const field = choices[chosen]?.field
  return (
    <>
      <ChoiceTiles
        legend={legend}
        name={name}
        choices={Object.entries(choices).map(([value, { label }]) => ({ value, label }))}
        value={chosen}
        onChange={choose}
      />
      {field && (
        <FormFields
          key={chosen}
          fields={[field]}
          values={{ ...offer, ...result.values }}
          errors={result.failure?.fields}
        />
      )}
    </>
  )
}

interface CategoryBoxesProps {
  offer: Offer | undefined
  categories: readonly Category[]
  errors: FieldErrors | undefined
}

function CategoryBoxes({ offer, categories, errors }: CategoryBoxesProps) {
  const chosen = offer?.categories ?? []
  // A category that no longer exists is shown as long as the offer has it, so that it can be taken out.
  const former = chosen.filter(({ _id }) => !categories.some((category) => category._id === _id))
  return (
    <fieldset aria-describedby="categories-hint">
      <legend className="field-label mb-1">Categories</legend>
      <p id="categories-hint" className="field-hint mb-2">
        Only their products count and become cheaper. None chosen: the whole shop.
      </p>
      <div className="flex flex-wrap gap-x-6 wrap-anywhere">
        {[...categories, ...former].map(({ _id, name }) => (
          <CheckField
            key={_id}
            label={name}
            name="categories"
            value={_id}
            defaultChecked={chosen.some((category) => category._id === _id)}
          />
        ))}
      </div>
      {errors?.categories !== undefined && <p className="field-error mt-1">{errors.categories}</p>}
    </fieldset>
  )
}

/** All fields of an offer. */
export function OfferForm({ offer, categories, result = {} }: OfferFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const errors = result.failure?.fields
  return (
    <Form method="post" noValidate preventScrollReset>
      <fieldset disabled={isBusy} className="grid min-w-0 gap-6">
        {offer && <input type="hidden" name="revision" value={offer.revision} />}
        <ChoiceField
          legend="How customers get it"
          name="how"
          choices={WAYS}
          initial={offer?.name === undefined ? 'code' : 'itself'}
          offer={offer}
          result={result}
        />
        <ChoiceField
          legend="What it takes off"
          name="value"
          choices={VALUES}
          initial={offer?.amount === undefined ? 'percent' : 'amount'}
          offer={offer}
          result={result}
        />
        <CategoryBoxes offer={offer} categories={categories} errors={errors} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormFields fields={LIMITS} values={{ ...offer, ...result.values }} errors={errors} />
        </div>
        <div className="save-bar">
          <Button type="submit" name="act" value="save" isPending={isBusy}>
            {offer ? 'Save offer' : 'Create offer'}
          </Button>
          <Button type="submit" name="act" value="preview" variant="outline">
            Preview
          </Button>
        </div>
      </fieldset>
    </Form>
  )
}
