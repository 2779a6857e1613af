import { useRef, useState } from 'react'

import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser.ts'
import { showAdded } from '#app/cart/added-notice.ts'
import { keepWanted } from '#app/cart/wanted-product.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { isShopError } from '#contract/errors.ts'
import { WORDINGS } from '#contract/wordings.ts'

interface Addition {
  productId: string
  size?: string | undefined
}

/**
 * Adds one piece to the cart and says so. A second click while the first is under way does nothing. For a visitor the
 * wish is remembered and granted after the sign-in.
 */
export function useAddToCart(successText: string = WORDINGS.cart.added) {
  const { setCart } = useVisitor()
  const [isAdding, setIsAdding] = useState(false)
  const isUnderWay = useRef(false)

  async function add({ productId, size }: Addition): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsAdding(true)
    try {
      const cart = await browserApi.addToCart(productId, size, crypto.randomUUID?.())
      setCart(cart)
      toastSuccess(successText)
      const line = cart.cart.find((one) => one.productId === productId && (size === undefined || one.size === size))
      if (line) showAdded({ line, finalprice: cart.finalprice })
    } catch (error) {
      if (isShopError(error) && error.code === 'unauthenticated') keepWanted({ productId, size }, sessionStorage)
      toastError(isShopError(error) ? error.message : WORDINGS.fallback)
    } finally {
      isUnderWay.current = false
      setIsAdding(false)
    }
  }
  return { add, isAdding }
}
