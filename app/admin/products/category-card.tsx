import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { Link, useFetcher } from 'react-router'

import { CallForm } from '#app/admin/list/call-form.tsx'
import { CategoryReturns } from '#app/admin/products/category-returns.tsx'
import { CategoryDetails } from '#app/admin/products/category-details.tsx'
import { focusArrow } from '#app/admin/shell/focus-after-render.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { AdminCategories, AdminCategory } from '#contract/catalogue/admin-categories.ts'
import { counted } from '#contract/words/counted.ts'

/** Asks first. It needs scripts. */
function DeleteButton({ name }: { name: string }) {
  const fetcher = useFetcher()
  async function askAndSend() {
    const isSure = await showConfirm({
      question: `Delete the category ${name} and all its products?`,
      confirmLabel: 'Delete',
    })
    if (isSure) void fetcher.submit({ act: 'delete', name }, { method: 'post' })
  }
  return (
    <Button
      variant="quiet"
      isSmall
      className="-mx-3"
      isPending={fetcher.state !== 'idle'}
      aria-label={`Delete ${name}`}
      onClick={() => void askAndSend()}
    >
      Delete
    </Button>
  )
}

function RenameForm({ category: { _id, name } }: { category: AdminCategory }) {
  return (
    <CallForm act="rename" id={_id}>
      {({ failure, isBusy }) => (
        <fieldset disabled={isBusy} className="flex items-start gap-2">
          <TextField
            label={`Name of ${name}`}
            isLabelHidden
            className="grow"
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={name}
            error={failure?.message}
          />
          <Button type="submit" variant="outline" isPending={isBusy} aria-label={`Rename ${name}`}>
            Rename
          </Button>
        </fieldset>
      )}
    </CallForm>
  )
}

interface CategoryCardProps {
  category: AdminCategories['categories'][number]
  isFirst: boolean
  isLast: boolean
}

/** A category: its place in the shop's menus, its name, and the details of its products. */
export function CategoryCard({ category, isFirst, isLast }: CategoryCardProps) {
  const { _id, name, slug, products } = category
  const pressed = useRef<'up' | 'down'>('up')
  return (
    <li className="card grid grid-cols-[auto_1fr] items-start gap-3 p-4">
      <CallForm
        id={_id}
        className="flex max-sm:flex-col"
        waitsForList
        onDone={() => focusArrow(_id, pressed.current, pressed.current === 'up' ? isFirst : isLast)}
      >
        {({ isBusy }) => (
          <>
            <IconButton
              id={`move-up-${_id}`}
              type="submit"
              name="act"
              value="up"
              onClick={() => (pressed.current = 'up')}
              label={`Move ${name} up`}
              icon={ArrowUp}
              size={18}
              disabled={isFirst || isBusy}
            />
            <IconButton
              id={`move-down-${_id}`}
              type="submit"
              name="act"
              value="down"
              onClick={() => (pressed.current = 'down')}
              label={`Move ${name} down`}
              icon={ArrowDown}
              size={18}
              disabled={isLast || isBusy}
            />
          </>
        )}
      </CallForm>
      <div>
        <RenameForm key={name} category={category} />
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm">
          <p className="text-muted">
            <Link className="link" to={`/admin/products?category=${encodeURIComponent(_id)}`}>
              {counted(products, 'product')}
            </Link>
            <span>{` · /categories/${slug}`}</span>
          </p>
          <DeleteButton name={name} />
        </div>
        <CategoryDetails category={category} />
        <CategoryReturns key={category.returnDays} category={category} />
      </div>
    </li>
  )
}
