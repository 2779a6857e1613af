import { useState } from 'react'

import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { newIdempotencyKey } from '#app/api/new-idempotency-key.ts'
import { tellOtherTabs } from '#app/api/other-tabs.ts'
import { sendCartEvent } from '#app/cart/cart-events.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { isShopError } from '#contract/api/errors.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { OFFLINE, WORDINGS } from '#contract/words/specified-wordings.ts'

interface Addition {
  productId: string
  size?: string | undefined
}

/**
 * Adds one item to the cart and shows a toast. A second click while the first is pending does nothing. For a visitor
 * who is not signed in the product is saved and added after the sign-in, for which a popover opens. `onOutOfStock` is
 * called when fewer are left than the page has shown. `failure` is why nothing was added last, until it is tried again.
 */
export function useAddToCart(successText: string = WORDINGS.cart.added, onOutOfStock?: () => void) {
  const { startCartCall } = useVisitor()
  const { isBusy: isAdding, run } = useTask()
  const [failure, setFailure] = useState<string>()

  async function send({ productId, size }: Addition, pressed: Element | null): Promise<void> {
    const setCart = startCartCall()
    setFailure(undefined)
    try {
      const cart = await browserApi.addToCart(productId, size, newIdempotencyKey())
      if (!setCart(cart)) return
      tellOtherTabs()
      toastSuccess(successText)
      const line = cart.cart.find((one) => one.productId === productId && (size === undefined || one.size === size))
      if (line) sendCartEvent({ line, finalprice: cart.finalprice })
    } catch (error) {
      const sentence = messageOf(error, WORDINGS.fallback)
      const reason = sentence === OFFLINE ? `${OFFLINE} Nothing was added.` : sentence
      toastError(reason)
      const code = isShopError(error) ? error.code : undefined
      if (code === 'out_of_stock') onOutOfStock?.()
      // The popover says it to whoever is to sign in.
      if (code !== 'unauthenticated') return setFailure(reason)
      const wanted = { productId, size }
      sendCartEvent({ wanted, pressed, addAgain: () => run(() => send(wanted, pressed)) })
    }
  }
  const add = (addition: Addition) => {
    // The button is disabled while it works and loses the focus.
    const pressed = document.activeElement
    return run(() => send(addition, pressed))
  }
  return { add, isAdding, failure }
}
