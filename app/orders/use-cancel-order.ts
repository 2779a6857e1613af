import { browserApi } from '#app/api/browser.ts'
import { messageOf } from '#app/api/error-message.ts'
import { cancelQuestion } from '#app/orders/payment-texts.ts'
import { useTask } from '#app/ui/use-task.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { isShopError } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'

/** Cancels a customer's own order after a confirmation. If the server refuses, the current state of the order is shown. */
export function useCancelOrder(order: Order, onChange: (order: Order) => void) {
  const { isBusy, run } = useTask()

  async function showActual() {
    const orders = await browserApi.listMyOrders(order.user._id).catch(() => [])
    const actual = orders.find(({ _id }) => _id === order._id)
    if (actual) onChange(actual)
  }

  async function cancel() {
    const isSure = await showConfirm({
      question: cancelQuestion(order),
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep order',
    })
    if (!isSure) return
    try {
      const { message, order: cancelled } = await browserApi.cancelMyOrder(order._id)
      toastSuccess(message)
      onChange(cancelled)
    } catch (error) {
      toastError(messageOf(error, 'Failed to cancel the order.'))
      if (isShopError(error)) await showActual()
    }
  }

  return { isCancelling: isBusy, cancel: () => void run(cancel) }
}
