import type { StaffOrderAnswer, StatusChange } from '#contract/orders/orders.ts'
import type { PackedAnswer, PackedItems, PackingAnswer, PackingOrder } from '#contract/orders/packing.ts'

import { segment, type createClient } from '#contract/api/api-client.ts'
import { printCalls } from '#contract/orders/print-calls.ts'

/** Calls of the packing table, and those that answer with something to print. */
export const packingCalls = (client: ReturnType<typeof createClient>) => ({
  ...printCalls(client),
  listPackingOrders: () => client.get<PackingAnswer>('/admin/packing'),
  packItems: (orderId: string, items: PackedItems['items']) =>
    client.call<PackedAnswer>('POST', `/admin/packing/${segment(orderId)}/items`, { items }),
  /**
   * Ships an order with these pieces in its parcel and this cash on its label; a conflict where others are left of it,
   * or other cash is due, by now.
   */
  shipPacked: (
    orderId: string,
    { packed, cashToCollect, shipment, byHand }: Pick<StatusChange, 'packed' | 'cashToCollect' | 'shipment' | 'byHand'>,
  ) =>
    client.call<StaffOrderAnswer>('PATCH', `/admin/orders/${segment(orderId)}/status`, {
      status: 'shipped',
      shipment,
      byHand,
      packed,
      cashToCollect,
    }),
  /** Null takes the order up again. */
  changeAside: (orderId: string, reason: string | null) =>
    client.call<PackingOrder>('PUT', `/admin/packing/${segment(orderId)}/aside`, { reason }),
})
