import { useNavigate } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { tellOtherTabs } from '#app/api/other-tabs.ts'
import type { UnavailableLinesState } from '#app/cart/unavailable-lines.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Adds an order's lines to the cart again and opens the cart page, which lists what was unavailable. */
export function useBuyAgain({ _id }: Order) {
  const { startCartCall } = useVisitor()
  const navigate = useNavigate()
  const { isBusy, run } = useTask()

  async function buyAgain() {
    const setCart = startCartCall()
    const answer = await answerOrToast(browserApi.buyAgain(_id), 'Failed to put the order into your cart.')
    if (!answer) return
    const { message, leftOut, cart, finalprice } = answer
    setCart({ cart, finalprice })
    tellOtherTabs()
    if (leftOut.length === 0) toastSuccess(message)
    const state: UnavailableLinesState = { leftOut: leftOut.map(({ sentence }) => sentence) }
    await navigate('/cart', { state })
  }

  return { isBuyingAgain: isBusy, buyAgain: () => void run(buyAgain) }
}
