import { browserApi } from '#app/api/admin-browser-api.ts'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { isShopError } from '#contract/errors.ts'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

/**
 * Moves an order to its next status. `onChange` gets the server's order after the step, and also after a
 * conflict with somebody else's step.
 */
export async function changeOrderStatus(
  order: StaffOrder,
  to: OrderStatus,
  onChange: (order: StaffOrder) => void,
): Promise<void> {
  try {
    const changed = await browserApi.changeOrderStatus(order._id, to)
    onChange(changed.order)
    toastSuccess(changed.message)
  } catch (error) {
    toastFailure(error, WORDINGS.fallback)
    if (!isShopError(error) || error.code !== 'conflict') return
    // The order on the screen is outdated. If it cannot be fetched again, the message is all there is.
    const detail = await browserApi.getOrderDetail(order._id).catch(() => undefined)
    if (detail) onChange(detail.order)
  }
}
