import { useRef, useState, type SubmitEvent } from 'react'

import { messageOf } from '#contract/words/error-message.ts'
import { useTask } from '#app/ui/use-task.ts'
import { textIn } from '#app/api/form-result.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

interface CategoryFormProps {
  onChanged(): void
}

export function CreateCategoryForm({ onChanged }: CategoryFormProps) {
  const { isBusy, run } = useTask()
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  async function create(name: string) {
    setError(undefined)
    try {
      await browserApi.createCategory(name)
    } catch (failure) {
      const sentence = messageOf(failure, ADMIN_WORDINGS.createCategoryFailed)
      setError(sentence)
      return toastError(sentence)
    }
    form.current?.reset()
    toastSuccess(ADMIN_WORDINGS.categoryCreated)
    onChanged()
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = textIn(new FormData(event.currentTarget), 'name')
    void run(() => create(name))
  }

  return (
    <section className="card p-6" aria-labelledby="create-category">
      <h2 id="create-category" className="heading heading-3">
        Create Category
      </h2>
      <form ref={form} className="mt-5" onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid gap-5">
          <TextField label="Name" name="name" required maxLength={60} autoComplete="off" error={error} />
          <Button type="submit" isPending={isBusy}>
            Create Category
          </Button>
        </fieldset>
      </form>
    </section>
  )
}

export function DeleteCategoryForm({ names, onChanged }: CategoryFormProps & { names: readonly string[] }) {
  const { isBusy, run } = useTask()
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  async function remove(name: string) {
    setError(undefined)
    const isSure = await showConfirm({
      question: `Delete the category ${name} and all its products?`,
      confirmLabel: 'Delete',
    })
    if (!isSure) return
    try {
      await browserApi.deleteCategory(name)
    } catch (failure) {
      const sentence = messageOf(failure, ADMIN_WORDINGS.deleteCategoryFailed)
      setError(sentence)
      return toastError(sentence)
    }
    form.current?.reset()
    toastSuccess(ADMIN_WORDINGS.categoryDeleted)
    onChanged()
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = textIn(new FormData(event.currentTarget), 'category_name')
    void run(() => remove(name))
  }

  return (
    <section className="card p-6" aria-labelledby="delete-category">
      <h2 id="delete-category" className="heading heading-3">
        Delete Category
      </h2>
      <form ref={form} className="mt-5" onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid gap-5">
          <TextField
            label="Category name"
            name="category_name"
            required
            maxLength={60}
            autoComplete="off"
            list="category-names"
            error={error}
          />
          <datalist id="category-names">
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
          <Button type="submit" variant="danger" isPending={isBusy}>
            Delete Category
          </Button>
        </fieldset>
      </form>
    </section>
  )
}
