import { useRef, useState, type SubmitEvent } from 'react'

import { sentenceOf } from '#app/admin/load-or-tell.ts'
import { PicturePicker } from '#app/admin/picture-picker.tsx'
import { pictureFault, priceFault, sizesIn, type DraftFault } from '#app/admin/product-draft.ts'
import { useTask } from '#app/ui/use-task.ts'
import { textIn } from '#app/api/form-result.ts'
import { browserApi } from '#app/api/browser.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { isShopError, type FieldErrors } from '#contract/errors.ts'
import { WORDINGS } from '#contract/wordings.ts'

interface CreateProductFormProps {
  categories: readonly string[]
  onCreated(): void
}

/** What is wrong before anything is sent, or the form as the server wants it. */
function checked(form: HTMLFormElement, pictures: readonly File[]): { fault: DraftFault } | { body: FormData } {
  const body = new FormData(form)
  const fault = priceFault(body) ?? pictureFault(pictures)
  if (fault) return { fault }
  const sizes = sizesIn(textIn(body, 'sizes'))
  if (!sizes) return { fault: { field: 'sizes', sentence: 'Write sizes as “S 4, M 10”.' } }
  body.delete('sizes')
  if (sizes.length > 0) body.set('sizes', JSON.stringify(sizes))
  body.delete('images')
  for (const picture of pictures) body.append('images', picture)
  return { body }
}

export function CreateProductForm({ categories, onCreated }: CreateProductFormProps) {
  const { isBusy, run } = useTask()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [pictures, setPictures] = useState<readonly File[]>([])
  const form = useRef<HTMLFormElement>(null)

  function refuse(sentence: string, fields: FieldErrors) {
    setErrors(fields)
    toastError(sentence)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  async function create(body: FormData) {
    try {
      await browserApi.createProduct(body)
    } catch (error) {
      return refuse(sentenceOf(error, WORDINGS.admin.createProductFailed), (isShopError(error) && error.fields) || {})
    }
    form.current?.reset()
    setPictures([])
    toastSuccess(WORDINGS.admin.productCreated)
    onCreated()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setErrors({})
    const result = checked(event.currentTarget, pictures)
    if ('fault' in result) return refuse(result.fault.sentence, { [result.fault.field]: result.fault.sentence })
    void run(() => create(result.body))
  }

  return (
    <section className="card p-6" aria-labelledby="create-product">
      <h2 id="create-product" className="heading heading-3">
        Create Product
      </h2>
      <form ref={form} className="mt-5" onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid gap-5">
          <TextField label="Name" name="name" required maxLength={200} autoComplete="off" error={errors.name} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="Price" name="price" type="number" step="0.01" prefix="₹" required error={errors.price} />
            <TextField
              label="Discounted price"
              name="discountedPrice"
              type="number"
              step="0.01"
              prefix="₹"
              required
              error={errors.discountedPrice}
            />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField label="Category" name="category" required error={errors.category}>
              <option value="">Choose a category</option>
              {categories.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField label="Stock" name="stock" type="number" step="1" min="0" required error={errors.stock} />
          </div>
          <TextField
            label="Sizes"
            name="sizes"
            hint="Optional, such as “S 4, M 10, L 6”. The stock is then their sum."
            autoComplete="off"
            error={errors.sizes}
          />
          <TextAreaField label="Description" name="description" rows={4} maxLength={5000} error={errors.description} />
          <PicturePicker pictures={pictures} onChange={setPictures} error={errors.images} />
          <Button type="submit" isPending={isBusy}>
            Create Product
          </Button>
        </fieldset>
      </form>
    </section>
  )
}
