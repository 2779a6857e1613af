import type {
  CashDaysAnswer,
  CashDaysQuery,
  CashParcelsAnswer,
  CashParcelsQuery,
} from '#contract/orders/cash-parcels.ts'

import { withQuery, type createClient, type Query } from '#contract/http/api-client.ts'

/** Calls of the admin area about the cash that couriers collect and pay out. */
export function cashCalls({ get }: ReturnType<typeof createClient>) {
  return {
    listCashDays: (query: CashDaysQuery = {}) => get<CashDaysAnswer>(withQuery('/admin/cash', query as Query)),
    listCashParcels: (query: CashParcelsQuery = {}) =>
      get<CashParcelsAnswer>(withQuery('/admin/cash/parcels', query as Query)),
  }
}
