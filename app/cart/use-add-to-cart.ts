import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser.ts'
import { newCallKey } from '#app/api/new-call-key.ts'
import { showAdded } from '#app/cart/added-event.ts'
import { saveWanted } from '#app/cart/wanted-product.ts'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { isShopError } from '#contract/errors.ts'
import { WORDINGS } from '#contract/wordings.ts'

interface Addition {
  productId: string
  size?: string | undefined
}

/**
 * Adds one item to the cart and shows a toast. A second click while the first is pending does nothing. For a visitor who is
 * not signed in the product is saved and added after the sign-in.
 */
export function useAddToCart(successText: string = WORDINGS.cart.added) {
  const { setCart } = useVisitor()
  const { isBusy: isAdding, run } = useTask()

  async function send({ productId, size }: Addition): Promise<void> {
    try {
      const cart = await browserApi.addToCart(productId, size, newCallKey())
      setCart(cart)
      toastSuccess(successText)
      const line = cart.cart.find((one) => one.productId === productId && (size === undefined || one.size === size))
      if (line) showAdded({ line, finalprice: cart.finalprice })
    } catch (error) {
      if (isShopError(error) && error.code === 'unauthenticated') saveWanted({ productId, size }, sessionStorage)
      toastFailure(error, WORDINGS.fallback)
    }
  }
  return { add: (addition: Addition) => run(() => send(addition)), isAdding }
}
