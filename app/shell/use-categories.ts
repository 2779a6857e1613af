import { useEffect, useState } from 'react'

import { useFirstCategories } from '#app/api/shop.ts'
import { browserApi } from '#app/api/browser.ts'
import type { Category } from '#contract/catalogue.ts'

export interface CategoriesState {
  isLoading: boolean
  categories: Category[]
}

/**
 * The categories for the menus: at once those that the page was made with, then the server's answer, because a page may
 * have been lying open or come from a cache. Where the call fails, the first ones stay.
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
