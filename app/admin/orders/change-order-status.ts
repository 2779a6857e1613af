import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { isShopError } from '#contract/api/errors.ts'
import { UNDO_SHIPPING_SECONDS } from '#contract/orders/shipping-limits.ts'
import type { CashStep } from '#contract/orders/cash-orders.ts'
import type { OrderStatus } from '#contract/states/order-states.ts'
import type { StaffOrder, StaffOrderAnswer } from '#contract/orders/orders.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

type OnChange = (order: StaffOrder) => void

/**
 * Shows the outcome of a call that moves an order. `onChange` gets the server's order after it, and also after a
 * conflict with somebody else's step.
 */
async function showMove(orderId: string, call: Promise<StaffOrderAnswer>, onChange: OnChange) {
  try {
    const answer = await call
    onChange(answer.order)
    return answer
  } catch (error) {
    toastFailure(error, WORDINGS.fallback)
    if (!isShopError(error) || error.code !== 'conflict') return undefined
    // The order on the screen is outdated. If it cannot be fetched again, the message is all there is.
    const detail = await browserApi.getOrderDetail(orderId).catch(() => undefined)
    if (detail) onChange(detail.order)
    return undefined
  }
}

/** Takes back that orders were shipped, one after the other. */
export async function undoShipping(orderIds: readonly string[], onChange: OnChange): Promise<void> {
  const undone: string[] = []
  for (const orderId of orderIds) {
    const answer = await showMove(orderId, browserApi.undoShipping(orderId), onChange)
    if (answer) undone.push(answer.message)
  }
  const [first] = undone
  if (first === undefined || undone.length < orderIds.length) return
  toastSuccess(undone.length === 1 ? first : `${undone.length} orders are not shipped any more.`)
}

/** Says that orders were shipped, for as long as that can be taken back, with the button that does. */
export const toastShipped = (message: string, orderIds: readonly string[], onChange: OnChange): void =>
  toastSuccess(
    message,
    { label: 'Undo', onAct: () => void undoShipping(orderIds, onChange) },
    UNDO_SHIPPING_SECONDS * 1000,
  )

/**
 * Moves an order to its next status. What is paid at the door ships only while as much is due as the screen shows.
 * `reason`: why it is cancelled.
 */
export async function changeOrderStatus(
  order: StaffOrder,
  { to, reason }: { to: OrderStatus; reason?: string | undefined },
  onChange: OnChange,
): Promise<void> {
  const { _id, cashToCollect } = order
  const call =
    to === 'shipped' && cashToCollect !== undefined
      ? browserApi.shipPacked(_id, { cashToCollect })
      : browserApi.changeOrderStatus(_id, to, undefined, reason)
  const answer = await showMove(_id, call, onChange)
  if (!answer) return
  if (to === 'shipped') toastShipped(answer.message, [_id], onChange)
  else toastSuccess(answer.message)
}

/** Asks first, then cancels an order whose parcel is lost. */
export async function giveUpParcel({ _id }: StaffOrder, onChange: OnChange): Promise<void> {
  const isSure = await showConfirm({
    question: 'Give this parcel up as lost? Its order is cancelled, and its pieces are written off.',
    about: 'Nothing goes back by itself: afterwards you send the pieces again, or give their money back.',
    confirmLabel: 'Yes, it is lost',
  })
  if (!isSure) return
  const answer = await showMove(_id, browserApi.giveUpParcel(_id), onChange)
  if (answer) toastSuccess('The parcel is given up as lost. Decide about its money under Returns.')
}

/** Notes what the courier has paid out for an order, in rupees. */
export async function remitCash({ _id }: StaffOrder, amount: number, onChange: OnChange): Promise<void> {
  const answer = await showMove(_id, browserApi.remitCash(_id, amount), onChange)
  if (answer) toastSuccess(answer.message)
}

/** Takes a step of an order that is paid at the door. */
export async function changeCash({ _id }: StaffOrder, to: CashStep, onChange: OnChange): Promise<void> {
  const answer = await showMove(_id, browserApi.changeCash(_id, to), onChange)
  if (answer) toastSuccess(answer.message)
}
