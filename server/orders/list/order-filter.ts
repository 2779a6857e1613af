import type { z } from 'zod'

import type { OrderListQuery } from '#contract/orders/orders.ts'

import { mayDo, type StaffRights } from '#contract/accounts/staff-areas.ts'
import { notYourPart } from '#server/errors.ts'

/**
 * What an administrator searches orders by. Each word of `search` is a part of the order's id, of its address or
 * tracking number, of a product's name or size, or of its customer; or it is an id of the payment provider or the
 * number of a document. The days are the first and the last in India.
 */
export type OrderSearch = Omit<z.output<typeof OrderListQuery>, 'page' | 'limit' | 'sort'>

export interface OrderFilter extends OrderSearch {
  /** In a shop that takes real money nobody has to act on orders of the sandbox: this leaves them out of what waits. */
  isRealOnly?: boolean
  /** Whether a search looks at e-mail addresses and the payment provider's ids, too. Not everybody sees those. */
  findsByPayer?: boolean
}

export const filterOf = (
  search: OrderSearch & Pick<OrderFilter, 'findsByPayer'>,
  { isSandbox }: { isSandbox: boolean },
): OrderFilter => ({ ...search, isRealOnly: !isSandbox })

/** Throws `forbidden` for a list that only the money of its orders tells, to who does not see it. */
export function requireOrderList(rights: StaffRights | null, { waits, sort }: z.output<typeof OrderListQuery>): void {
  if (mayDo(rights, 'payers')) return
  if (waits === 'refund' || waits === 'remittance' || sort === 'total-asc' || sort === 'total-desc') throw notYourPart()
}
