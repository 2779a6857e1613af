import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { addAfterSignIn } from '#app/cart/add-after-sign-in.ts'
import { sendCartEvent } from '#app/cart/cart-events.ts'
import { chosenIn, queryToPassOn, wantedIn } from '#app/cart/wanted-product-query.ts'
import { saveWanted } from '#app/cart/wanted-product-storage.ts'

const ID = /^[\da-f]{24}$/

/** The page of each link of a mail about an order, by the name in the query that has the order's id. */
const LINKED_PAGES: Readonly<Record<string, (orderId: string) => string>> = {
  pay: (orderId) => `/order/pay/${orderId}`,
  returns: (orderId) => `/user-profile/orders/${orderId}/returns`,
  order: (orderId) => `/user-profile#${orderId}`,
}

/**
 * The path after the sign-in: what a mail about an order links to, what a program has chosen, else the home page. Mails
 * link to the sign-in page because the browser does not send the session cookie with a link from another site.
 */
export function pathAfterSignIn(query: string): string {
  const names = new URLSearchParams(query)
  for (const [name, pathOf] of Object.entries(LINKED_PAGES)) {
    const orderId = names.get(name) ?? ''
    if (ID.test(orderId)) return pathOf(orderId)
  }
  const chosen = chosenIn(query)
  return chosen === undefined ? '/' : `/chosen/${chosen}`
}

/** Pages on which somebody pays are documents of their own. */
const isDocument = (path: string) => path.startsWith('/order/')

/** What follows a sign-in, by the query of its screen: the order that a mail links to, or adding the wanted product. */
export function useAfterSignIn(search: string) {
  const navigate = useNavigate()
  const { refresh } = useVisitor()
  // Submitting the form drops the query, so its values are saved in state.
  const [path] = useState(() => pathAfterSignIn(search))
  const [wanted] = useState(() => wantedIn(search))
  const [passedOn] = useState(() => queryToPassOn(search))
  const continueSignedIn = useCallback(async () => {
    if (wanted) saveWanted(wanted, sessionStorage)
    const added = await addAfterSignIn()
    await refresh()
    if (!wanted && isDocument(path)) return window.location.assign(path)
    await navigate(wanted?.wantsMail ? `/product/${wanted.productId}` : wanted ? '/cart' : path)
    // The drawer closes with each navigation.
    if (added && !wanted) sendCartEvent(added)
  }, [navigate, refresh, path, wanted])
  /** For somebody who is signed in already. */
  const goOn = useCallback(() => {
    if (isDocument(path)) window.location.replace(path)
    else void navigate(path, { replace: true })
  }, [navigate, path])
  return { path, wanted, passedOn, continueSignedIn, goOn }
}
