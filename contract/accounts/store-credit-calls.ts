import type {
  CreditAnswer,
  CreditGift,
  CreditHolder,
  CreditListQuery,
  CreditSums,
  CreditTaking,
  CustomerCredit,
} from '#contract/accounts/store-credit.ts'

import { keyHeader, segment, withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area about store credit. */
export function creditCalls({ call, get, list, send }: ReturnType<typeof createClient>) {
  return {
    listCreditHolders: (query: CreditListQuery = {}) =>
      list<CreditHolder>(withQuery('/admin/store-credit', query as Query)),
    getCreditSums: () => get<CreditSums>('/admin/store-credit/sums'),
    /** Every movement, as CSV. */
    exportCredit: async () => (await send('GET', '/admin/store-credit/export')).text(),
    getCustomerCredit: (userId: string) => get<CustomerCredit>(`/admin/customers/${segment(userId)}/store-credit`),
    /** The same key gives once. */
    giveCredit: (userId: string, gift: CreditGift, idempotencyKey?: string) =>
      call<CreditAnswer>('POST', `/admin/customers/${segment(userId)}/store-credit`, gift, {
        headers: keyHeader(idempotencyKey),
      }),
    takeCreditBack: (userId: string, taking: CreditTaking, idempotencyKey?: string) =>
      call<CreditAnswer>('POST', `/admin/customers/${segment(userId)}/store-credit/take-back`, taking, {
        headers: keyHeader(idempotencyKey),
      }),
  }
}
