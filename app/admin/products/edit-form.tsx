import type { SubmitEvent } from 'react'

import { PicturesGrid } from '#app/admin/products/pictures-grid.tsx'
import { PreviewButton } from '#app/admin/products/product-preview.tsx'
import { SizesGrid } from '#app/admin/products/sizes-grid.tsx'
import { FIELD_LABELS, type FieldName } from '#app/admin/products/edit-draft.ts'
import { usePictureFiles } from '#app/admin/products/use-picture-files.ts'
import type { Edit } from '#app/admin/products/use-edit.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { toastError } from '#app/ui/toast.tsx'
import type { Category } from '#contract/catalogue.ts'
import { MAX_IMAGES } from '#contract/upload-limits.ts'

interface EditFormProps {
  edit: Edit
  categories: readonly Category[]
}

/** Every field of a product. */
export function EditForm({ edit, categories }: EditFormProps) {
  const { draft, failure, isBusy, product } = edit
  const errors = failure?.fields ?? {}
  const control = (name: FieldName) => ({
    label: FIELD_LABELS[name],
    name,
    value: draft.fields[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => edit.setField(name, event.target.value),
  })
  const categoryName = () => categories.find(({ _id }) => _id === draft.fields.category)?.name

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    edit.save()
  }

  return (
    <form noValidate onSubmit={submit}>
      <fieldset
        disabled={isBusy || product.deletedAt !== undefined}
        className="grid min-w-0 gap-8 lg:grid-cols-[3fr_2fr]"
      >
        <div className="grid min-w-0 content-start gap-5">
          <TextField {...control('name')} required maxLength={200} />
          <TextAreaField {...control('description')} rows={5} maxLength={5000} />
          <div className="grid gap-5 sm:grid-cols-3">
            <SelectField {...control('category')} required>
              {categories.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField {...control('price')} prefix="₹" inputMode="decimal" required />
            <TextField {...control('discountedPrice')} prefix="₹" inputMode="decimal" />
          </div>
          <SizesGrid sizes={draft.sizes} onChange={edit.setSizes} errors={errors} hasMeasurements />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <Pictures edit={edit} error={errors.images ?? errors.pictures} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...control('colour')} maxLength={60} />
            <TextField {...control('fit')} maxLength={60} />
            <TextField {...control('fabric')} maxLength={200} />
            <TextField {...control('origin')} maxLength={60} />
            <TextField {...control('hsn')} maxLength={8} inputMode="numeric" hint="4 to 8 digits, for the invoice" />
          </div>
          <TextAreaField {...control('care')} rows={3} maxLength={500} />
        </div>
        <div className="save-bar lg:col-span-2">
          <Button type="submit" isPending={isBusy}>
            Save changes
          </Button>
          <PreviewButton draft={() => draft} category={categoryName} />
        </div>
      </fieldset>
    </form>
  )
}

function Pictures({ edit: { draft, setPictures }, error }: { edit: Edit; error: string | undefined }) {
  const draftsOf = usePictureFiles()
  function add(files: FileList | null) {
    const all = [...draft.pictures, ...draftsOf(files ?? [])]
    if (all.length > MAX_IMAGES) toastError(`At most ${MAX_IMAGES} images.`)
    setPictures(all.slice(0, MAX_IMAGES))
  }
  return (
    <div className="grid gap-3">
      <Field
        label="Add images"
        hint={`JPEG, PNG, WebP or AVIF, up to ${MAX_IMAGES}. The first one is the cover; drag to put them in order.`}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept="image/*"
            multiple
            disabled={draft.pictures.length >= MAX_IMAGES}
            onChange={(event) => {
              add(event.target.files)
              event.target.value = ''
            }}
          />
        )}
      </Field>
      <PicturesGrid pictures={draft.pictures} onChange={setPictures} hasAlt />
    </div>
  )
}
