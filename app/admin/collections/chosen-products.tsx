import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'

import { moveInList } from '#app/admin/products/move-in-list.ts'
import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { MAX_CHOSEN_PRODUCTS } from '#contract/catalogue/collection-limits.ts'
import type { ChosenProduct } from '#contract/catalogue/collections.ts'

/** Products that a search offers at once. */
const MAX_FOUND = 8
const LEAST_LETTERS = 2

interface ChosenProductsProps {
  label: string
  error: string | undefined
  value: readonly ChosenProduct[]
  onChange(products: readonly ChosenProduct[]): void
}

/** Products by a search for their names; the answer to the last letters counts. */
function useFoundProducts() {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly ChosenProduct[]>([])
  async function find(text: string) {
    setSearch(text)
    if (text.trim().length < LEAST_LETTERS) return setFound([])
    const answer = await browserApi
      .listProductsForAdmin({ search: text, limit: MAX_FOUND })
      .catch(() => ({ products: [] }))
    const products = answer.products.map(({ _id, name, isDraft }) => ({ _id, name, isOnSale: !isDraft }))
    setSearch((now) => {
      if (now === text) setFound(products)
      return now
    })
  }
  return { search, found, find }
}

/** Products that are chosen by a search, and put in order by their arrows or by the arrow keys on them. */
export function ChosenProducts({ label, error, value, onChange }: ChosenProductsProps) {
  const { search, found, find } = useFoundProducts()
  const isChosen = ({ _id }: ChosenProduct) => value.some((one) => one._id === _id)
  function move(from: number, to: number, id: string, button: 'up' | 'down') {
    if (to < 0 || to >= value.length) return
    onChange(moveInList(value, from, to))
    const other = button === 'up' ? 'down' : 'up'
    // At an end of the list the button that was pressed is disabled.
    const isAtEnd = to === (button === 'up' ? 0 : value.length - 1)
    focusAfterRender(`#move-${isAtEnd ? other : button}-${id}`)
  }
  return (
    <div className="grid gap-3">
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
      {found.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Found products">
          {found.map((product) => (
            <li key={product._id}>
              <Button
                variant="outline"
                isSmall
                disabled={isChosen(product) || value.length >= MAX_CHOSEN_PRODUCTS}
                onClick={() => onChange([...value, product])}
              >
                {`Add ${product.name}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {value.length > 0 && (
        <ol className="grid" aria-label={label}>
          {value.map((product, index) => {
            const { _id, name, isOnSale } = product
            const keys = (button: 'up' | 'down') => (event: { key: string; preventDefault(): void }) => {
              const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
              if (by === undefined) return
              event.preventDefault()
              move(index, index + by, _id, button)
            }
            return (
              <li key={_id} className="flex items-center gap-2 border-t border-line py-1">
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
                  disabled={index === 0}
                  onClick={() => move(index, index - 1, _id, 'up')}
                  onKeyDown={keys('up')}
                />
                <IconButton
                  id={`move-down-${_id}`}
                  label={`Move ${name} down`}
                  icon={ArrowDown}
                  isSmall
                  disabled={index === value.length - 1}
                  onClick={() => move(index, index + 1, _id, 'down')}
                  onKeyDown={keys('down')}
                />
                <IconButton
                  label={`Remove ${name}`}
                  icon={X}
                  isSmall
                  onClick={() => onChange(value.filter((one) => one._id !== _id))}
                />
              </li>
            )
          })}
        </ol>
      )}
    </div>
  )
}
