import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { addAfterSignIn } from '#app/cart/add-after-sign-in.ts'
import { sendCartEvent } from '#app/cart/cart-events.ts'
import { wantedIn } from '#app/cart/wanted-product-query.ts'
import { saveWanted } from '#app/cart/wanted-product-storage.ts'

/**
 * The path after the sign-in: the order that a mail was about, else the home page. Mails link to the sign-in page because the
 * browser does not send the session cookie with a link from another site.
 */
function pathAfterSignIn(query: string): string {
  const orderId = new URLSearchParams(query).get('order') ?? ''
  return /^[\da-f]{24}$/.test(orderId) ? `/user-profile#${orderId}` : '/'
}

/** What follows a sign-in, by the query of its screen: the order that a mail links to, or adding the wanted product. */
export function useAfterSignIn(search: string) {
  const navigate = useNavigate()
  const { refresh } = useVisitor()
  // Submitting the form drops the query, so its values are saved in state.
  const [path] = useState(() => pathAfterSignIn(search))
  const [wanted] = useState(() => wantedIn(search))
  const continueSignedIn = useCallback(async () => {
    if (wanted) saveWanted(wanted, sessionStorage)
    const added = await addAfterSignIn()
    await refresh()
    await navigate(wanted?.wantsMail ? `/product/${wanted.productId}` : wanted ? '/cart' : path)
    // The drawer closes with each navigation.
    if (added && !wanted) sendCartEvent(added)
  }, [navigate, refresh, path, wanted])
  return { path, wanted, continueSignedIn }
}
