import { useEffect, useRef, useState, type SubmitEvent } from 'react'

import type { Draft, PictureDraft, SizeDraft } from '#app/admin/products/edit-draft.ts'
import { findSavedDraft, deleteSavedDraft, saveDraft } from '#app/admin/products/saved-draft.ts'
import { messageOf } from '#contract/error-message.ts'
import { PicturesGrid } from '#app/admin/products/pictures-grid.tsx'
import { pictureError, priceError, sizesError } from '#app/admin/products/draft-errors.ts'
import { PreviewButton } from '#app/admin/products/product-preview.tsx'
import { SizesGrid } from '#app/admin/products/sizes-grid.tsx'
import { usePictureFiles } from '#app/admin/products/use-picture-files.ts'
import { browserApi } from '#app/api/browser.ts'
import { textIn } from '#app/api/form-result.ts'
import { useCallKeys } from '#app/api/use-call-keys.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { focusFirstError } from '#app/ui/focus-first-error.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { MAX_IMAGES } from '#contract/upload-limits.ts'
import { isShopError, type FieldErrors } from '#contract/errors.ts'
import { ADMIN_WORDINGS } from '#contract/admin-wordings.ts'

interface CreateProductFormProps {
  categories: readonly string[]
  onCreated(): void
}

/** The form as the server wants it. */
function bodyOf(form: HTMLFormElement, sizes: readonly SizeDraft[], files: readonly File[]): FormData {
  const body = new FormData(form)
  if (sizes.length > 0) {
    body.set('sizes', JSON.stringify(sizes.map(({ size, stock }) => ({ size: size.trim(), stock: Number(stock) }))))
  }
  body.delete('images')
  for (const file of files) body.append('images', file)
  return body
}

/** Identifies the content of a form, for its idempotency key. */
const inputOf = (body: FormData) =>
  JSON.stringify(
    [...body].map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
    ),
  )

/** Restores the text fields and sizes that were typed before the page was left. It runs after hydration. */
function useSavedFields(form: { readonly current: HTMLFormElement | null }, setSizes: (sizes: SizeDraft[]) => void) {
  const [isRestored, setIsRestored] = useState(false)
  useEffect(() => {
    const kept = findSavedDraft(localStorage)
    if (!kept || !form.current) return
    for (const [name, text] of Object.entries(kept.fields)) {
      const control = form.current.elements.namedItem(name)
      if (control instanceof HTMLElement && 'value' in control) control.value = text
    }
    setSizes(kept.sizes)
    setIsRestored(true)
  }, [form, setSizes])
  return { isRestored, settle: () => setIsRestored(false) }
}

export function CreateProductForm({ categories, onCreated }: CreateProductFormProps) {
  const { isBusy, run } = useTask()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [pictures, setPictures] = useState<readonly PictureDraft[]>([])
  const [sizes, setSizes] = useState<SizeDraft[]>([])
  const form = useRef<HTMLFormElement>(null)
  const draftsOf = usePictureFiles()
  const keys = useCallKeys()
  const { isRestored, settle } = useSavedFields(form, setSizes)
  const files = pictures.flatMap(({ file }) => file ?? [])
  const total = sizes.reduce((sum, { stock }) => sum + (Number(stock) || 0), 0)

  function empty() {
    deleteSavedDraft(localStorage)
    form.current?.reset()
    setPictures([])
    setSizes([])
    settle()
  }
  function keep(nextSizes: readonly SizeDraft[] = sizes) {
    if (form.current) saveDraft(localStorage, new FormData(form.current), nextSizes)
  }
  function changeSizes(next: SizeDraft[]) {
    setSizes(next)
    keep(next)
  }
  function refuse(sentence: string, fields: FieldErrors) {
    setErrors(fields)
    toastError(sentence)
    focusFirstError(form.current)
  }

  async function create(body: FormData) {
    try {
      await browserApi.createProduct(body, keys.keyOf(inputOf(body)))
    } catch (error) {
      return refuse(messageOf(error, ADMIN_WORDINGS.createProductFailed), (isShopError(error) && error.fields) || {})
    }
    keys.forget()
    empty()
    toastSuccess(ADMIN_WORDINGS.productCreated)
    onCreated()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setErrors({})
    const body = bodyOf(event.currentTarget, sizes, files)
    const error = priceError(body) ?? sizesError(sizes) ?? pictureError(files)
    if (error) return refuse(error.sentence, { [error.field]: error.sentence })
    void run(() => create(body))
  }

  function readDraft(): Draft {
    const written = new FormData(form.current ?? undefined)
    const nothing = { category: '', colour: '', fabric: '', fit: '', care: '', hsn: '', origin: '' }
    const typed = (name: string) => textIn(written, name)
    const fields = {
      name: typed('name'),
      price: typed('price'),
      discountedPrice: typed('discountedPrice'),
      description: typed('description'),
    }
    return { fields: { ...nothing, ...fields }, sizes, pictures: [...pictures] }
  }

  return (
    <section className="card p-6" aria-labelledby="create-product">
      <h2 id="create-product" className="heading heading-3">
        Create Product
      </h2>
      {isRestored && (
        <div className="notice mt-4 flex flex-wrap items-center justify-between gap-3" role="status">
          <p>What you had typed before is here again; images have to be chosen anew.</p>
          <Button variant="quiet" isSmall onClick={empty}>
            Start over
          </Button>
        </div>
      )}
      <form ref={form} className="mt-5" onSubmit={submit} onInput={() => keep()}>
        <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
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
            <TextField
              // A field that counts by itself is another one than a field that is typed into.
              key={sizes.length > 0 ? 'counted' : 'typed'}
              label="Stock"
              name="stock"
              type="number"
              step="1"
              min="0"
              required
              {...(sizes.length > 0 && { value: total, readOnly: true, hint: 'The sum of the sizes.' })}
              error={errors.stock}
            />
          </div>
          <SizesGrid sizes={sizes} onChange={changeSizes} errors={errors} />
          <TextAreaField label="Description" name="description" rows={4} maxLength={5000} error={errors.description} />
          <Field
            label="Images"
            hint={`JPEG, PNG, WebP or AVIF, up to ${MAX_IMAGES}. The first one is the cover; drag to put them in order.`}
            error={errors.images}
          >
            {(control) => (
              <input
                {...control}
                className="input"
                type="file"
                name="images"
                accept="image/*"
                multiple
                required={pictures.length === 0}
                onChange={(event) => setPictures([...pictures, ...draftsOf(event.target.files ?? [])])}
              />
            )}
          </Field>
          <PicturesGrid pictures={pictures} onChange={setPictures} />
          <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
            <Button type="submit" isPending={isBusy}>
              Create Product
            </Button>
            <PreviewButton
              draft={readDraft}
              category={() => textIn(new FormData(form.current ?? undefined), 'category') || undefined}
            />
          </div>
        </fieldset>
      </form>
    </section>
  )
}
