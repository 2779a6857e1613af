import { useEffect, useRef, useState } from 'react'

import { editAddress } from '#app/admin/products/product-cells.tsx'
import { newDraft, type Draft } from '#app/admin/products/product-draft.ts'
import { ProductForm } from '#app/admin/products/product-form.tsx'
import { creationOf, draftErrors, withImageFaults, withSmallPictures } from '#app/admin/products/submit-draft.ts'
import { deleteSavedDraft, findSavedDraft, saveDraft } from '#app/admin/products/saved-draft.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { fieldErrorsOf, messageOf } from '#contract/words/error-message.ts'
import { useIdempotencyKeys } from '#app/api/use-idempotency-keys.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { focusFirstError } from '#app/ui/take-focus.ts'
import { showAlert } from '#app/ui/alert-dialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { ProductAnswer } from '#contract/catalogue/admin-catalogue.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import { FIELD_NAMES } from '#contract/catalogue/product-fields.ts'

interface CreateProductFormProps {
  categories: readonly string[]
  onCreated(): void
}

/** Identifies the content of a form, for its idempotency key. */
const identityOf = (body: FormData) =>
  JSON.stringify(
    [...body].map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
    ),
  )

/** The draft with what was typed into the controls before the page was hydrated. */
function withTyped(draft: Draft, form: HTMLFormElement | null): Draft {
  const typed = (name: string, known: string) => {
    const control = form?.elements.namedItem(name)
    return (control instanceof HTMLElement && 'value' in control && String(control.value)) || known
  }
  const fields = { ...draft.fields }
  for (const name of FIELD_NAMES) fields[name] = typed(name, fields[name])
  return { ...draft, fields, stock: typed('stock', draft.stock ?? '') }
}

/** What is typed of a new product is saved in the browser until the product is created. */
function useNewDraft(form: { readonly current: HTMLFormElement | null }) {
  const [draft, setDraft] = useState(newDraft)
  const [isRestored, setIsRestored] = useState(false)
  useEffect(() => {
    const saved = findSavedDraft(localStorage)
    setDraft((known) => withTyped(saved ?? known, form.current))
    setIsRestored(saved !== undefined)
  }, [form])
  return {
    draft,
    isRestored,
    change(part: Partial<Draft>) {
      const next = { ...draft, ...part }
      setDraft(next)
      saveDraft(localStorage, next)
    },
    empty() {
      deleteSavedDraft(localStorage)
      setDraft(newDraft())
      setIsRestored(false)
    },
  }
}

/** Shows the notice at the top of the form, whose button is at its end. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** What can be done next with the new product, and which legally required facts it lacks. */
function CreatedNotice({ product: { _id, name, isDraft }, lacking, onAnother }: ProductAnswer & { onAnother(): void }) {
  return (
    <div ref={intoView} className="notice mb-5 scroll-mt-24" role="status">
      <p>
        <span>{`Created${isDraft ? ' as a draft' : ''}: `}</span>
        <strong className="wrap-anywhere">{name}</strong>
      </p>
      {lacking !== undefined && <p className="mt-1">{lacking}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {!isDraft && (
          <ButtonLink variant="outline" isSmall to={`/product/${encodeURIComponent(_id)}`}>
            View
          </ButtonLink>
        )}
        <ButtonLink variant="outline" isSmall to={editAddress(_id)}>
          Edit
        </ButtonLink>
        <Button variant="outline" isSmall onClick={onAnother}>
          Another
        </Button>
      </div>
    </div>
  )
}

export function CreateProductForm({ categories, onCreated }: CreateProductFormProps) {
  const { isBusy, run } = useTask()
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const keys = useIdempotencyKeys()
  const [created, setCreated] = useState<ProductAnswer>()
  const { draft, isRestored, change, empty } = useNewDraft(form)

  function refuse(sentence: string, fields: FieldErrors) {
    setErrors(fields)
    toastError(sentence)
    focusFirstError(form.current)
  }

  async function create(isDraft: boolean) {
    try {
      const body = creationOf(await withSmallPictures(draft), isDraft)
      const answer = await browserApi.createProduct(body, keys.keyOf(identityOf(body)))
      setCreated(answer)
      if (answer.warning !== undefined) void showAlert(answer.warning)
    } catch (error) {
      return refuse(messageOf(error, ADMIN_WORDINGS.createProductFailed), fieldErrorsOf(error))
    }
    keys.forget()
    empty()
    toastSuccess(ADMIN_WORDINGS.productCreated)
    onCreated()
  }

  function submit(isDraft: boolean) {
    setErrors({})
    setCreated(undefined)
    const [first] = Object.entries(draftErrors(draft, isDraft))
    if (first) return refuse(first[1], Object.fromEntries([first]))
    void run(() => create(isDraft))
  }
  function another() {
    setCreated(undefined)
    const name = form.current?.elements.namedItem('name')
    if (name instanceof HTMLElement) name.focus()
  }

  return (
    <section className="card p-6" aria-labelledby="create-product">
      <h2 id="create-product" className="heading heading-3 mb-5">
        Create Product
      </h2>
      {isRestored && (
        <div className="notice mb-5 flex flex-wrap items-center justify-between gap-3" role="status">
          <p>What you had typed before is here again; images have to be chosen anew.</p>
          <Button variant="quiet" isSmall onClick={empty}>
            Start over
          </Button>
        </div>
      )}
      {created && <CreatedNotice {...created} onAnother={another} />}
      <ProductForm
        ref={form}
        draft={draft}
        errors={errors}
        categories={categories.map((name) => ({ value: name, name }))}
        isBusy={isBusy}
        submitLabel="Create Product"
        onChange={change}
        onSubmit={() => submit(false)}
        onRefusedPictures={(sentences) => setErrors((known) => withImageFaults(known, sentences))}
      >
        <Button variant="outline" onClick={() => submit(true)}>
          Save as draft
        </Button>
      </ProductForm>
    </section>
  )
}
