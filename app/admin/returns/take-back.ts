import { failureOf, numberIn, textIn, textsOf, type FormResult } from '#app/api/form-result.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { itemsLeft } from '#contract/orders/cancelled-items.ts'
import type { StaffOrder, StaffOrderLine } from '#contract/orders/orders.ts'
import type { StaffReturn, StaffReturnRequest } from '#contract/returns/returns.ts'
import { ENDED_STATUSES, type ReturnStatus } from '#contract/states/return-states.ts'

/** The fields of a line in the form; its id alone is how many of its pieces come back. */
export const reasonField = (lineId: string): string => `reason ${lineId}`
export const noteField = (lineId: string): string => `note ${lineId}`
export const leftField = (lineId: string): string => `left ${lineId}`

/** A line of an order, and how many of its pieces may come back. */
export type TakeableLine = StaffOrderLine & { left: number }

const isOver = (status: ReturnStatus) => (ENDED_STATUSES as readonly ReturnStatus[]).includes(status)

/** The lines of an order of which something may come back, after what its returns have of them. */
export function takeableLines(order: StaffOrder, returns: readonly StaffReturn[]): TakeableLine[] {
  const asked = returns
    .filter(({ orderId, status }) => orderId === order._id && !isOver(status))
    .flatMap(({ lines }) => lines)
  return order.products
    .map((line) => {
      const ofLine = asked.filter(({ _id }) => _id === line._id)
      return { ...line, left: ofLine.reduce((left, { quantity }) => left - quantity, itemsLeft(line)) }
    })
    .filter(({ left }) => left > 0)
}

/** What a form takes back: the lines of which at least one piece is named. */
function requestOf(form: FormData): StaffReturnRequest {
  const lines = form.getAll('line').flatMap((value) => {
    const _id = typeof value === 'string' ? value : ''
    const quantity = Number(textIn(form, _id))
    const note = textIn(form, noteField(_id)).trim()
    // The server checks the reason.
    const reason = textIn(form, reasonField(_id)) as StaffReturnRequest['lines'][number]['reason']
    const left = numberIn(form, leftField(_id))
    return quantity === 0 ? [] : [{ _id, quantity, reason, left, ...(note !== '' && { note }) }]
  })
  return { lines, wayBack: textIn(form, 'wayBack') as StaffReturnRequest['wayBack'] }
}

/** Sends what a form takes back. `success` is the id of the return; a refusal keeps what was typed. */
export async function takeBack(api: AdminApi, orderId: string, form: FormData): Promise<FormResult> {
  try {
    const { _id } = await api.takeBack(orderId, requestOf(form))
    return { success: _id }
  } catch (error) {
    return failureOf(error, textsOf(form), 'Failed to take the pieces back.')
  }
}
