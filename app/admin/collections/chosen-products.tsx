import { ArrowDown, ArrowUp, X } from 'lucide-react'

import { FoundProducts, LEAST_LETTERS, useFoundProducts } from '#app/admin/products/found-products.tsx'
import { moveInList } from '#app/admin/products/move-in-list.ts'
import { focusArrow, focusNextRow } from '#app/admin/shell/focus-after-render.ts'
import { Badge } from '#app/ui/badge.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { MAX_CHOSEN_PRODUCTS } from '#contract/catalogue/collections/collection-limits.ts'
import type { ChosenProduct } from '#contract/catalogue/collections/collections.ts'

interface ChosenProductsProps {
  label: string
  error: string | undefined
  value: readonly ChosenProduct[]
  onChange(products: readonly ChosenProduct[]): void
}

/** Products that are chosen by a search, and put in order by their arrows or by the arrow keys on them. */
export function ChosenProducts({ label, error, value, onChange }: ChosenProductsProps) {
  const { search, found, find } = useFoundProducts()
  const isChosen = ({ _id }: ChosenProduct) => value.some((one) => one._id === _id)
  function move(from: number, to: number, id: string, button: 'up' | 'down') {
    if (to < 0 || to >= value.length) return
    onChange(moveInList(value, from, to))
    focusArrow(id, button, to === (button === 'up' ? 0 : value.length - 1))
  }
  return (
    <div className="grid gap-3" data-rows>
      <TextField
        label={label}
        name="products"
        hint={`Type ${LEAST_LETTERS} letters of a name. At most ${MAX_CHOSEN_PRODUCTS} products.`}
        error={error}
        autoComplete="off"
        value={search}
        onChange={(event) => void find(event.currentTarget.value)}
        // It searches by itself.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <FoundProducts
        found={found}
        isDisabled={(product) => isChosen(product) || value.length >= MAX_CHOSEN_PRODUCTS}
        onAdd={(product) => onChange([...value, product])}
      />
      {value.length > 0 && (
        <ol className="grid" aria-label={label}>
          {value.map((product, index) => (
            <ChosenRow
              key={product._id}
              product={product}
              isFirst={index === 0}
              isLast={index === value.length - 1}
              onMove={(by, button) => move(index, index + by, product._id, button)}
              onRemove={() => onChange(value.filter(({ _id }) => _id !== product._id))}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

interface ChosenRowProps {
  product: ChosenProduct
  isFirst: boolean
  isLast: boolean
  /** `button` is the one that was pressed, which keeps the focus. */
  onMove(by: -1 | 1, button: 'up' | 'down'): void
  onRemove(): void
}

function ChosenRow({ product: { _id, name, isOnSale }, isFirst, isLast, onMove, onRemove }: ChosenRowProps) {
  const keys = (button: 'up' | 'down') => (event: { key: string; preventDefault(): void }) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1, button)
  }
  return (
    <li className="flex items-center gap-2 border-t border-line py-1">
      <span className="min-w-0 grow wrap-anywhere">
        <span>{name}</span>
        {!isOnSale && (
          <>
            <span> </span>
            <Badge kind="plain">Not on sale</Badge>
          </>
        )}
      </span>
      <IconButton
        id={`move-up-${_id}`}
        label={`Move ${name} up`}
        icon={ArrowUp}
        isSmall
        disabled={isFirst}
        onClick={() => onMove(-1, 'up')}
        onKeyDown={keys('up')}
      />
      <IconButton
        id={`move-down-${_id}`}
        label={`Move ${name} down`}
        icon={ArrowDown}
        isSmall
        disabled={isLast}
        onClick={() => onMove(1, 'down')}
        onKeyDown={keys('down')}
      />
      <IconButton
        label={`Remove ${name}`}
        icon={X}
        isSmall
        data-removes
        onClick={(event) => {
          focusNextRow(event)
          onRemove()
        }}
      />
    </li>
  )
}
