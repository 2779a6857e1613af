import { useEffect } from 'react'

import { useLazyModule } from '#app/ui/use-lazy-module.ts'

/** `PopularProducts`, whose code loads after the page. */
export function LazyPopularProducts() {
  const [Popular, load] = useLazyModule(() =>
    import('#app/catalogue/lists/popular-products.tsx').then((part) => part.PopularProducts),
  )
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  useEffect(load, [])
  return Popular ? <Popular /> : null
}
