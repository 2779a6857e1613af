import { useNavigate } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser.ts'
import { messageOf } from '#app/api/error-message.ts'
import type { UnavailableLinesState } from '#app/cart/unavailable-lines.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { Order } from '#contract/orders.ts'

/** Adds an order's lines to the cart again and opens the cart page, which lists what was unavailable. */
export function useBuyAgain({ _id }: Order) {
  const { setCart } = useVisitor()
  const navigate = useNavigate()
  const { isBusy, run } = useTask()

  async function buyAgain() {
    try {
      const { message, leftOut, cart, finalprice } = await browserApi.buyAgain(_id)
      setCart({ cart, finalprice })
      if (leftOut.length === 0) toastSuccess(message)
      const state: UnavailableLinesState = { leftOut: leftOut.map(({ sentence }) => sentence) }
      await navigate('/cart', { state })
    } catch (error) {
      toastError(messageOf(error, 'Failed to put the order into your cart.'))
    }
  }

  return { isBuyingAgain: isBusy, buyAgain: () => void run(buyAgain) }
}
