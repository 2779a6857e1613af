import { useEffect, useState } from 'react'

import { useFirstCategories } from '#app/api/use-shop.ts'
import { browserApi } from '#app/api/browser-api.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'

export interface CategoriesState {
  isLoading: boolean
  categories: Category[]
}

/**
 * The categories for the menus: at first those that came with the page, then a fresh answer, because the page may be
 * cached. If the call fails, the first ones stay.
 */
export function useCategories(): CategoriesState {
  const first = useFirstCategories()
  const [state, setState] = useState<CategoriesState>({ isLoading: true, categories: first })
  useEffect(() => {
    const leaving = new AbortController()
    browserApi
      .getCategories({ signal: leaving.signal })
      .then(({ categories }) => setState({ isLoading: false, categories }))
      .catch(() => setState((known) => ({ ...known, isLoading: false })))
    return () => leaving.abort()
  }, [])
  return state
}
