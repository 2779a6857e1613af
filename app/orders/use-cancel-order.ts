import { browserApi } from '#app/api/customer-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { isShopError } from '#contract/api/errors.ts'
import { formatTotal } from '#contract/units/money.ts'
import { creditLeft, moneyLeft } from '#contract/orders/cancelled-items.ts'
import type { Order } from '#contract/orders/orders.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

/** The question before a customer cancels an order. It is also correct while the payment is not confirmed. */
function cancelQuestion({ _id, payment, ...order }: Order): string {
  const [money, credit] = [formatTotal(moneyLeft(order)), creditLeft(order)]
  const ofCredit = credit > 0 ? ` ${formatTotal(credit)} of store credit comes back to you at once.` : ''
  const name = `Cancel order #${shortIdOf(_id)}?`
  if (typeof payment === 'object') return `${name} Nothing was charged, and nothing is to be paid.${ofCredit}`
  if (moneyLeft(order) === 0) return `${name}${ofCredit}`
  if (payment === 'paid' || payment === 'partly refunded') {
    return `${name} ${money} goes back to the card or account that you paid with.${ofCredit}`
  }
  return `${name} Your payment is not confirmed yet; if it still goes through, ${money} goes back in full.${ofCredit}`
}

/**
 * Cancels a customer's own order after a confirmation. If the server refuses, the current state of the order is shown.
 */
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
      toastFailure(error, 'Failed to cancel the order.')
      if (isShopError(error)) await showActual()
    }
  }

  return { isCancelling: isBusy, cancel: () => void run(cancel) }
}
