import type { CashStep } from '#contract/orders/cash-orders.ts'
import type {
  CashDaysAnswer,
  CashDaysQuery,
  CashParcelsAnswer,
  CashParcelsQuery,
} from '#contract/orders/cash-parcels.ts'
import type { StaffOrderAnswer } from '#contract/orders/orders.ts'
import type {
  CashFinding,
  CashFindingQuery,
  RemittanceAnswer,
  RemittanceColumns,
  RemittanceInput,
  RemittanceNoted,
} from '#contract/orders/remittances.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'

import { segment, withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area about the cash that couriers collect and pay out. */
export function cashCalls({ call, get, list }: ReturnType<typeof createClient>) {
  return {
    /** What a courier has paid out for a parcel, in rupees. */
    remitCash: (orderId: string, amount: number) =>
      call<StaffOrderAnswer>('POST', `/admin/orders/${segment(orderId)}/remittance`, { amount }),
    /** A step of an order that is paid at the door. */
    changeCash: (orderId: string, to: CashStep) =>
      call<StaffOrderAnswer>('PATCH', `/admin/orders/${segment(orderId)}/cash`, { to }),
    listCashDays: (query: CashDaysQuery = {}) => get<CashDaysAnswer>(withQuery('/admin/cash', query as Query)),
    listCashParcels: (query: CashParcelsQuery = {}) =>
      get<CashParcelsAnswer>(withQuery('/admin/cash/parcels', query as Query)),
    /** Without a token it only tells what would change; with the answer's token the changes are made. */
    importRemittance: (file: File, choices: { token?: string; columns?: RemittanceColumns } = {}) => {
      const form = new FormData()
      if (choices.token !== undefined) form.set('token', choices.token)
      if (choices.columns) form.set('columns', JSON.stringify(choices.columns))
      form.append('sheet', file)
      return call<RemittanceAnswer>('POST', '/admin/cash/remittance/import', form)
    },
    /** One line of a remittance by hand. */
    remitByNumber: (input: RemittanceInput) => call<RemittanceNoted>('POST', '/admin/cash/remittance', input),
    listCashFindings: (query: CashFindingQuery = {}) =>
      list<CashFinding>(withQuery('/admin/cash/findings', query as Query)),
    dealWithCashFinding: (id: string, isDealt: boolean) =>
      call<MessageAnswer>('PATCH', `/admin/cash/findings/${segment(id)}`, { isDealt }),
  }
}
