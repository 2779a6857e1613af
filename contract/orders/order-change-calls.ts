import type { AddressChange, SizeChange } from '#contract/orders/order-changes.ts'
import type { StaffOrderAnswer } from '#contract/orders/orders.ts'

import { segment, type createClient } from '#contract/api/api-client.ts'

/** Calls of the admin area that change an order before it leaves. */
export const orderChangeCalls = ({ call }: ReturnType<typeof createClient>) => ({
  changeSize: (orderId: string, change: SizeChange) =>
    call<StaffOrderAnswer>('PUT', `/admin/orders/${segment(orderId)}/size`, change),
  changeOrderAddress: (orderId: string, change: AddressChange) =>
    call<StaffOrderAnswer>('PUT', `/admin/orders/${segment(orderId)}/address`, change),
})
