import type { Generated } from 'kysely'

export interface OrderChangeTables {
  /** What the staff changed of an order before it left; without a line, where it goes. */
  orderChanges: {
    id: string
    orderId: string
    actorId: string
    at: Generated<Date>
    orderLineId: string | null
    quantity: number | null
    fromSize: string | null
    toSize: string | null
  }
}
