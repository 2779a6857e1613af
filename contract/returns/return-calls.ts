import type { ReturnedSize, ReturnedSizesQuery } from '#contract/returns/returned-sizes.ts'
import type {
  ReturnChange,
  ReturnDetail,
  ReturnListQuery,
  StaffReturn,
  StaffReturnAnswer,
  StaffReturnRequest,
} from '#contract/returns/returns.ts'

import { segment, withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area about what comes back. */
export const returnCalls = ({ call, get, list }: ReturnType<typeof createClient>) => ({
  listReturns: (query: ReturnListQuery = {}) => list<StaffReturn>(withQuery('/admin/returns', query as Query)),
  /** What came back by product and size, with why. */
  listReturnedSizes: (query: ReturnedSizesQuery = {}) =>
    list<ReturnedSize>(withQuery('/admin/returns/reasons', query as Query)),
  getReturn: (returnId: string) => get<ReturnDetail>(`/admin/returns/${segment(returnId)}`),
  /** A step, or what is refunded. */
  changeReturn: (returnId: string, change: ReturnChange) =>
    call<StaffReturnAnswer>('PATCH', `/admin/returns/${segment(returnId)}`, change),
  /** Has a courier fetch it; may be repeated. */
  bookPickUp: (returnId: string) => call<StaffReturnAnswer>('POST', `/admin/returns/${segment(returnId)}/pick-up`, {}),
  /** At any time, and for what comes back by itself. */
  takeBack: (orderId: string, request: StaffReturnRequest) =>
    call<StaffReturn>('POST', `/admin/orders/${segment(orderId)}/returns`, request),
})
