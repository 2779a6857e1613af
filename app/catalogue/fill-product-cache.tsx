import { useEffect } from 'react'

import { browserApi } from '#app/api/browser-api.ts'

/** Fills the browser's cache of the first products after the page has rendered. */
export function FillProductCache() {
  useEffect(() => {
    const warm = () => {
      import('#app/catalogue/product-cache.ts')
        .then(({ firstProducts }) => firstProducts(browserApi, localStorage))
        .catch(() => console.warn('The first products could not be fetched.'))
    }
    const timer = setTimeout(warm, 0)
    return () => clearTimeout(timer)
  }, [])
  return null
}
