import { useEffect } from 'react'

import { useVisitor } from '#app/account/visitor.tsx'
import { hasSavedHere, showSaved } from '#app/wishlist/heart-state.ts'

/** Fills the hearts once the visitor is known, and again after a sign-in or a sign-out. Renders nothing. */
export function FillHearts() {
  const { status, customer } = useVisitor()
  const id = customer?._id
  useEffect(() => {
    if (status === 'loading') return
    // Most visitors have saved nothing, and load no further code.
    if (id === undefined && !hasSavedHere()) return showSaved([])
    import('#app/wishlist/wishlist.ts').then(
      ({ load }) => load(id !== undefined),
      () => undefined,
    )
  }, [status, id])
  return null
}
