import { useEffect, useState } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'

/** All categories; undefined until they are loaded. */
export function useCategories(): Category[] | undefined {
  const [categories, setCategories] = useState<Category[]>()
  useEffect(() => {
    browserApi.getCategories().then(
      (answer) => setCategories(answer.categories),
      () => undefined,
    )
  }, [])
  return categories
}
