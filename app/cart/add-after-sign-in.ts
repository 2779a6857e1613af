import { browserApi } from '#app/api/browser-api.ts'
import type { Added } from '#app/cart/cart-events.ts'
import { tellOtherTabs } from '#app/api/other-tabs.ts'
import { takeWanted } from '#app/cart/wanted-product-storage.ts'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * Adds the wanted product of this tab and returns its line, or asks for its mail; shows a toast. Never rejects: the
 * sign-in itself worked.
 */
export async function addAfterSignIn(): Promise<Added | undefined> {
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
  tellOtherTabs()
  toastSuccess(WORDINGS.cart.added)
  const line = cart.cart.find((one) => one.productId === productId && (size === undefined || one.size === size))
  return line && { line, finalprice: cart.finalprice }
}
