import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'

import type { Route } from './+types/categories'

import { CategoryDefaults } from '#app/admin/products/category-defaults.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { messageOf } from '#contract/wordings/error-message.ts'
import { moveInList } from '#app/admin/products/move-in-list.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { textIn } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink, IconButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { answerOrToast, toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import type { AdminCategory } from '#contract/catalogue/admin-catalogue.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

const load = (api: AdminApi) => api.listAdminCategories()

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin categories', isIndexed: false })

function RenameForm({ category, onRenamed }: { category: Category; onRenamed(category: Category): void }) {
  const { isBusy, run } = useTask()
  const [error, setError] = useState<string>()

  async function rename(name: string) {
    setError(undefined)
    try {
      const answer = await browserApi.renameCategory(category._id, name)
      toastSuccess(answer.message)
      onRenamed(answer.category)
    } catch (failure) {
      const sentence = messageOf(failure, WORDINGS.fallback)
      setError(sentence)
      toastError(sentence)
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = textIn(new FormData(event.currentTarget), 'name')
    void run(() => rename(name))
  }

  return (
    <form onSubmit={submit}>
      <fieldset disabled={isBusy} className="flex items-start gap-2">
        <TextField
          label={`Name of ${category.name}`}
          isLabelHidden
          className="grow"
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={category.name}
          error={error}
        />
        <Button type="submit" variant="outline" isPending={isBusy} aria-label={`Rename ${category.name}`}>
          Rename
        </Button>
      </fieldset>
    </form>
  )
}

export default function AdminCategories({ loaderData }: Route.ComponentProps) {
  const [categories, setCategories] = useState<readonly AdminCategory[]>(loaderData.categories)
  const { isBusy, run } = useTask()

  async function move(from: number, to: number) {
    const before = categories
    const next = moveInList(categories, from, to)
    setCategories(next)
    const answer = await answerOrToast(browserApi.sortCategories(next.map(({ _id }) => _id)), WORDINGS.fallback)
    const order = answer?.categories.map(({ _id }) => _id)
    setCategories(order ? before.toSorted((a, b) => order.indexOf(a._id) - order.indexOf(b._id)) : before)
  }
  const replace = (changed: Category | AdminCategory) =>
    setCategories((known) => known.map((one) => (one._id === changed._id ? { ...one, ...changed } : one)))

  return (
    <AdminPage
      title="Categories"
      lead="The order is that of the shop’s menus and lists. A renamed category keeps its address, so no link breaks."
      actions={
        <ButtonLink to="/admin/dashboard#create-category" isSmall>
          Create category
        </ButtonLink>
      }
    >
      {categories.length === 0 && (
        <EmptyState message="No categories found.">
          <p className="mt-2 text-sm text-muted">Each product is in one. Create the first on Today.</p>
        </EmptyState>
      )}
      <ol className="mt-6 grid max-w-2xl gap-3">
        {categories.map((category, index) => (
          <li key={category._id} className="card grid grid-cols-[auto_1fr] items-start gap-3 p-4">
            <div className="flex max-sm:flex-col">
              <IconButton
                label={`Move ${category.name} up`}
                icon={ArrowUp}
                size={18}
                disabled={index === 0 || isBusy}
                onClick={() => void run(() => move(index, index - 1))}
              />
              <IconButton
                label={`Move ${category.name} down`}
                icon={ArrowDown}
                size={18}
                disabled={index === categories.length - 1 || isBusy}
                onClick={() => void run(() => move(index, index + 1))}
              />
            </div>
            <div>
              <RenameForm key={category.name} category={category} onRenamed={replace} />
              <p className="mt-1 text-sm text-muted">{`/categories/${category.slug}`}</p>
              <CategoryDefaults category={category} onSaved={replace} />
            </div>
          </li>
        ))}
      </ol>
    </AdminPage>
  )
}
