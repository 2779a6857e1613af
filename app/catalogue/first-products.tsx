import { useEffect } from 'react'

import { browserApi } from '#app/api/browser.ts'
import { firstProducts } from '#app/catalogue/product-cache.ts'

/** Sees to it, once the page is at rest, that the shop's first products are kept for ten minutes. */
export function FirstProducts() {
  useEffect(() => {
    const warm = () => {
      firstProducts(browserApi, localStorage).catch(() => console.warn('The first products could not be fetched.'))
    }
    const timer = setTimeout(warm, 0)
    return () => clearTimeout(timer)
  }, [])
  return null
}
