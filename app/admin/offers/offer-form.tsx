import { LIMITS, VALUES, WAYS } from '#app/admin/offers/offer-fields.ts'
import { NamedBoxes } from '#app/admin/list/named-boxes.tsx'
import { PreviewedForm } from '#app/admin/shell/form-with-preview.tsx'
import type { FormResult } from '#app/api/form-result.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import type { Category } from '#contract/catalogue/catalogue.ts'
import type { Offer } from '#contract/offers/offers.ts'

interface OfferFormProps {
  /** Undefined for a new one. */
  offer: Offer | undefined
  categories: readonly Category[]
  /** What came of the last submit. */
  result: FormResult | undefined
}

function benefitOf(offer: Offer | undefined): keyof typeof VALUES {
  if (offer?.freeShipping) return 'shipping'
  return offer?.amount === undefined ? 'percent' : 'amount'
}

/** All fields of an offer. */
export function OfferForm({ offer, categories, result = {} }: OfferFormProps) {
  const errors = result.failure?.fields
  const values = { ...offer, ...result.values }
  return (
    <PreviewedForm revision={offer?.revision} result={result} saveLabel={offer ? 'Save offer' : 'Create offer'}>
      <ChoiceField
        legend="How customers get it"
        name="how"
        choices={WAYS}
        initial={offer?.name === undefined ? 'code' : 'itself'}
        values={values}
        errors={errors}
      />
      <ChoiceField
        legend="What it takes off"
        name="value"
        choices={VALUES}
        initial={benefitOf(offer)}
        values={values}
        errors={errors}
      />
      <NamedBoxes
        legend="Categories"
        name="categories"
        hint="Only their products count, and become cheaper. None chosen: the whole shop."
        chosen={offer?.categories}
        choices={categories}
        error={errors?.categories}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormFields fields={LIMITS} values={values} errors={errors} />
      </div>
    </PreviewedForm>
  )
}
