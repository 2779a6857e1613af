import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser.ts'
import { sendCartEvent, type Added } from '#app/cart/cart-events.ts'
import { wantedIn } from '#app/cart/sign-in-address.ts'
import { saveWanted, takeWanted } from '#app/cart/add-after-sign-in.ts'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/wordings.ts'

/** Adds the wanted product of this tab and returns its line, or asks for its mail; shows a toast. Never rejects: the sign-in itself worked. */
async function addWantedOfTab(): Promise<Added | undefined> {
  const wanted = takeWanted(sessionStorage)
  if (!wanted) return undefined
  const { productId, size, wantsMail } = wanted
  if (wantsMail) {
    const answer = await answerOrToast(browserApi.requestStock(productId, size), WORDINGS.fallback)
    if (answer) toastSuccess(answer.message)
    return undefined
  }
  const cart = await answerOrToast(browserApi.addToCart(productId, size), WORDINGS.fallback)
  if (!cart) return undefined
  toastSuccess(WORDINGS.cart.added)
  const line = cart.cart.find((one) => one.productId === productId && (size === undefined || one.size === size))
  return line && { line, finalprice: cart.finalprice }
}

/**
 * The path after the sign-in: the order that a mail was about, else the home page. Mails link to the sign-in page because the
 * browser does not send the session cookie with a link from another site.
 */
function pathAfterSignIn(query: string): string {
  const orderId = new URLSearchParams(query).get('order') ?? ''
  return /^[\da-f]{24}$/.test(orderId) ? `/user-profile#${orderId}` : '/'
}

/** Where a sign-in screen goes on by the query that it was opened with: to the order of a mail, or with the wanted product. */
export function useAfterSignIn(search: string) {
  const navigate = useNavigate()
  const { refresh } = useVisitor()
  // Submitting the form drops the query, so its values are saved in state.
  const [path] = useState(() => pathAfterSignIn(search))
  const [wanted] = useState(() => wantedIn(search))
  const continueSignedIn = useCallback(async () => {
    if (wanted) saveWanted(wanted, sessionStorage)
    const added = await addWantedOfTab()
    await refresh()
    await navigate(wanted?.wantsMail ? `/product/${wanted.productId}` : wanted ? '/cart' : path)
    // The drawer closes with each navigation.
    if (added && !wanted) sendCartEvent(added)
  }, [navigate, refresh, path, wanted])
  return { path, wanted, continueSignedIn }
}
