import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'

import { chosenIn, pathAfterSignIn } from '#app/account/path-after-sign-in.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { addAfterSignIn } from '#app/cart/add-after-sign-in.ts'
import { sendCartEvent } from '#app/cart/cart-events.ts'
import { wantedIn, wantedQuery } from '#app/cart/wanted-product-query.ts'
import { saveWanted } from '#app/cart/wanted-product-storage.ts'

/** What of a query is still wanted after the next of the pages of sign-in and registration. */
export function queryToPassOn(query: string): string {
  const chosen = chosenIn(query)
  return chosen === undefined ? wantedQuery(wantedIn(query)) : `?chosen=${chosen}`
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
