import type { ReturnChange, StaffReturn } from '#contract/returns/returns.ts'

import type { ListCalls } from '#app/admin/list/list-calls.ts'
import { OUTCOMES } from '#app/admin/returns/return-words.ts'
import { nextReturnStatuses, RETURN_STATUSES, type ReturnStatus } from '#contract/states/return-states.ts'

type Text = (name: string) => string
type Found = NonNullable<ReturnChange['pieces']>

/** The field that says how the piece of this number was found. It names its line first. */
export const pieceField = (lineId: string, number: number): string => `${lineId} ${number}`
/** The field with how many pieces of a line are refunded. */
export const refundField = (lineId: string): string => `refund-${lineId}`
/** The field with how many pieces of a line were open when its form was opened. */
export const openField = (lineId: string): string => `open-${lineId}`

/**
 * How each piece was found, by the names of the fields that say so. Pieces of a line that were found alike are one row.
 */
export function foundPieces(fields: readonly string[], text: Text): Found {
  const rows = new Map<string, Found[number]>()
  for (const field of fields) {
    const outcome = OUTCOMES[Number(text(field) || Number.NaN)]
    if (!outcome) continue
    const [lineId = ''] = field.split(' ')
    const { condition, goesTo } = outcome
    const key = [lineId, condition, goesTo].join(' ')
    rows.set(key, { _id: lineId, condition, goesTo, quantity: (rows.get(key)?.quantity ?? 0) + 1 })
  }
  return [...rows.values()]
}

/** What is refunded: some pieces of the lines, or all that is due where no line is named. */
function refundedPieces(lineIds: readonly string[], text: Text): NonNullable<ReturnChange['refund']> {
  const reference = text('reference').trim()
  const lines = lineIds
    .map((_id) => ({ _id, quantity: Number(text(refundField(_id))), open: Number(text(openField(_id))) }))
    .filter(({ quantity }) => quantity !== 0)
  return { ...(lineIds.length > 0 && { lines }), ...(reference !== '' && { reference }) }
}

/** Where the money goes, as the customer has told it. */
function refundToIn(text: Text): NonNullable<ReturnChange['refundTo']> {
  const way = text('refundWay')
  if (way === 'source' || way === 'store credit') return way
  const upi = text('upi').trim()
  return upi === '' ? { name: text('name'), account: text('account'), ifsc: text('ifsc') } : upi
}

const failed = 'Failed to change the return'

const step = (to: ReturnStatus): ListCalls[string] => ({ call: (api, { id }) => api.changeReturn(id, { to }), failed })

/** What can be done with a return on its page. */
export const RETURN_CALLS: ListCalls = {
  ...Object.fromEntries(RETURN_STATUSES.map((to) => [to, step(to)])),
  refused: {
    call: (api, { id, text }) => api.changeReturn(id, { to: 'refused', reason: text('reason') }),
    failed,
    isInForm: true,
  },
  inspected: {
    call: (api, { id, ids, text }) =>
      api.changeReturn(id, { to: 'inspected', pieces: foundPieces(ids.slice(1), text) }),
    failed,
    isInForm: true,
  },
  'refund-to': {
    call: (api, { id, text }) => api.changeReturn(id, { refundTo: refundToIn(text) }),
    failed,
    isInForm: true,
  },
  'exchange-send': { call: (api, { id }) => api.changeReturn(id, { exchange: 'send' }), failed, isInForm: true },
  'exchange-end': { call: (api, { id }) => api.changeReturn(id, { exchange: 'end' }), failed, isInForm: true },
  'send-again': { call: (api, { id }) => api.changeReturn(id, { exchange: 'again' }), failed, isInForm: true },
  delivered: { call: (api, { id }) => api.changeReturn(id, { delivered: true }), failed, isInForm: true },
  'pick-up-book': { call: (api, { id }) => api.bookPickUp(id), failed, isInForm: true },
  'pick-up-ask': { call: (api, { text }) => api.checkParcel(text('parcel')), failed, isInForm: true },
  'pick-up-cancel': { call: (api, { text }) => api.cancelParcel(text('parcel')), failed, isInForm: true },
  refund: {
    call: (api, { id, ids, text }) => api.changeReturn(id, { refund: refundedPieces(ids.slice(1), text) }),
    failed,
    isInForm: true,
  },
}

/** Pieces of a line whose money is still open. */
export const openPieces = ({ quantity, inspected, refunded, exchanged }: StaffReturn['lines'][number]): number =>
  quantity -
  (refunded ?? 0) -
  exchanged -
  inspected.filter(({ goesTo }) => goesTo === 'sent back').reduce((sum, found) => sum + found.quantity, 0)

/** Whether this step may follow. */
export const canBecome = ({ status }: StaffReturn, to: StaffReturn['status']): boolean =>
  nextReturnStatuses(status).includes(to)
