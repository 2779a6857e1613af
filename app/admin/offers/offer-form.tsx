import { useState, type SubmitEvent } from 'react'

import { textIn } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import type { Category } from '#contract/catalogue/catalogue.ts'
import type { FieldErrors } from '#contract/errors.ts'
import {
  MAX_CODE_LENGTH,
  MAX_OFFER_NAME_LENGTH,
  MAX_OFFER_PERCENT,
  MAX_OFFER_QUANTITY,
  MAX_OFFER_USES,
} from '#contract/offers/offer-limits.ts'
import type { Offer, OfferInput } from '#contract/offers/offers.ts'

interface OfferFormProps {
  /** Undefined for a new one. */
  offer: Offer | undefined
  categories: readonly Category[]
  errors: FieldErrors
  isBusy: boolean
  onSave(offer: OfferInput): void
  onPreview(offer: OfferInput): void
}

const numberIn = (form: FormData, name: string) => {
  const text = textIn(form, name).trim()
  return text === '' ? undefined : Number(text)
}

/** The offer as it is entered in the form. */
function offerIn(form: FormData): OfferInput {
  const has = (name: string, value: string) => form.get(name) === value
  return {
    ...(has('how', 'code') ? { code: textIn(form, 'code') } : { name: textIn(form, 'name') }),
    ...(has('value', 'percent') ? { percent: numberIn(form, 'percent') } : { amount: numberIn(form, 'amount') }),
    categories: form.getAll('categories').filter((value) => typeof value === 'string'),
    minimumQuantity: numberIn(form, 'minimumQuantity') ?? 1,
    minimumTotal: numberIn(form, 'minimumTotal') ?? 0,
    startsOn: textIn(form, 'startsOn') || undefined,
    endsOn: textIn(form, 'endsOn') || undefined,
    maxUses: numberIn(form, 'maxUses'),
    maxUsesPerCustomer: numberIn(form, 'maxUsesPerCustomer'),
  }
}

/** All fields of an offer. */
export function OfferForm({ offer, categories, errors, isBusy, onSave, onPreview }: OfferFormProps) {
  const [how, setHow] = useState(offer?.name === undefined ? 'code' : 'itself')
  const [value, setValue] = useState(offer?.amount === undefined ? 'percent' : 'amount')
  const chosen = offer?.categories ?? []
  // A category that no longer exists is shown as long as the offer has it, so that it can be taken out.
  const former = chosen.filter(({ _id }) => !categories.some((category) => category._id === _id))
  const field = (name: keyof OfferInput) => ({ name, error: errors[name], autoComplete: 'off' })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const entered = offerIn(new FormData(event.currentTarget))
    if (submitter instanceof HTMLButtonElement && submitter.value === 'preview') onPreview(entered)
    else onSave(entered)
  }

  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={isBusy} className="grid min-w-0 gap-6">
        <ChoiceTiles
          legend="How customers get it"
          name="how"
          choices={[
            { value: 'code', label: 'With a code' },
            { value: 'itself', label: 'By itself' },
          ]}
          value={how}
          onChange={setHow}
        />
        {how === 'code' ? (
          <TextField
            {...field('code')}
            key="code"
            label="Code"
            required
            maxLength={MAX_CODE_LENGTH}
            hint="Letters, digits and hyphens. Capitals and small letters are the same."
            defaultValue={offer?.code}
          />
        ) : (
          <TextField
            {...field('name')}
            key="name"
            label="Name"
            required
            maxLength={MAX_OFFER_NAME_LENGTH}
            hint="Customers read it in the cart."
            defaultValue={offer?.name}
          />
        )}
        <ChoiceTiles
          legend="What it takes off"
          name="value"
          choices={[
            { value: 'percent', label: 'Per cent' },
            { value: 'amount', label: 'Rupees' },
          ]}
          value={value}
          onChange={setValue}
        />
        {value === 'percent' ? (
          <TextField
            {...field('percent')}
            key="percent"
            label="Per cent off"
            type="number"
            required
            min={1}
            max={MAX_OFFER_PERCENT}
            step={1}
            suffix="%"
            defaultValue={offer?.percent}
          />
        ) : (
          <TextField
            {...field('amount')}
            key="amount"
            label="Rupees off"
            type="number"
            required
            min={1}
            step={0.01}
            prefix="₹"
            hint="Once for the whole cart, spread over its pieces."
            defaultValue={offer?.amount}
          />
        )}
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
          {errors.categories !== undefined && <p className="field-error mt-1">{errors.categories}</p>}
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('minimumQuantity')}
            label="Least pieces"
            type="number"
            min={1}
            max={MAX_OFFER_QUANTITY}
            step={1}
            defaultValue={offer?.minimumQuantity ?? 1}
          />
          <TextField
            {...field('minimumTotal')}
            label="Least value"
            type="number"
            min={0}
            step={0.01}
            prefix="₹"
            hint="Of these pieces, at the shop’s prices."
            defaultValue={offer?.minimumTotal ?? 0}
          />
          <TextField {...field('startsOn')} label="First day" type="date" defaultValue={offer?.startsOn} />
          <TextField
            {...field('endsOn')}
            label="Last day"
            type="date"
            hint="Until midnight in India."
            defaultValue={offer?.endsOn}
          />
          <TextField
            {...field('maxUses')}
            label="Uses in all"
            type="number"
            min={1}
            max={MAX_OFFER_USES}
            step={1}
            hint="Empty: no limit."
            defaultValue={offer?.maxUses}
          />
          <TextField
            {...field('maxUsesPerCustomer')}
            label="Uses per customer"
            type="number"
            min={1}
            max={MAX_OFFER_USES}
            step={1}
            hint="Empty: no limit."
            defaultValue={offer?.maxUsesPerCustomer}
          />
        </div>
        <div className="save-bar">
          <Button type="submit" value="save" isPending={isBusy}>
            {offer ? 'Save Offer' : 'Create Offer'}
          </Button>
          <Button type="submit" value="preview" variant="outline">
            Preview
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
