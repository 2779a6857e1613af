import { useState } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import type { ChosenProduct } from '#contract/catalogue/collections/collections.ts'

/** Products that a search offers at once. */
const MAX_FOUND = 8
export const LEAST_LETTERS = 2

/** Products by a search for their names, drafts too; the answer to the last letters counts. */
export function useFoundProducts() {
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
  function clear() {
    setSearch('')
    setFound([])
  }
  return { search, found, find, clear }
}

interface FoundProductsProps {
  found: readonly ChosenProduct[]
  /** Whether a product may not be chosen, because it is already or there is no more room. */
  isDisabled(product: ChosenProduct): boolean
  onAdd(product: ChosenProduct): void
}

/** What a search for products has found, each with a button that chooses it. */
export function FoundProducts({ found, isDisabled, onAdd }: FoundProductsProps) {
  if (found.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Found products">
      {found.map((product) => (
        <li key={product._id}>
          <Button variant="outline" isSmall disabled={isDisabled(product)} onClick={() => onAdd(product)}>
            {`Add ${product.name}`}
          </Button>
        </li>
      ))}
    </ul>
  )
}
