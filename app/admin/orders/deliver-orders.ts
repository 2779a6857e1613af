import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import type { StaffOrder } from '#contract/orders/orders.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { counted } from '#contract/words/counted.ts'

/** Marks orders as delivered, one after the other, after asking. A refusal names its order; the others go on. */
export async function deliverOrders(
  orders: readonly StaffOrder[],
  onChange: (order: StaffOrder) => void,
): Promise<void> {
  const question = `Mark ${counted(orders.length, 'order')} as delivered? The customers are told by mail.`
  if (!(await showConfirm({ question, confirmLabel: 'Deliver' }))) return
  const refusals: string[] = []
  for (const { _id } of orders) {
    try {
      onChange((await browserApi.changeOrderStatus(_id, 'delivered')).order)
    } catch (error) {
      refusals.push(`#${shortIdOf(_id)}: ${messageOf(error, WORDINGS.fallback)}`)
    }
  }
  const done = orders.length - refusals.length
  if (refusals.length === 0) toastSuccess(`${counted(done, 'order')} delivered.`)
  else toastError(`${done} of ${orders.length} delivered. ${refusals.join(' ')}`)
}
