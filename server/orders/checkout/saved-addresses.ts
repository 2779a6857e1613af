import type { SavedAddress } from '#contract/orders.ts'
import type { Db } from '#server/db/open.ts'

import { notFound } from '#server/errors.ts'
import { insertRemovedAddress, listAddressesOf } from '#server/orders/checkout/address-queries.ts'

/** More than these nobody looks through. */
const MOST_OFFERED = 6

/** Where a customer's earlier orders went, the latest first. */
export async function listSavedAddresses(db: Db, userId: string): Promise<SavedAddress[]> {
  const rows = await listAddressesOf(db, userId, MOST_OFFERED)
  return rows.map(({ id, address }) => ({ _id: id, ...address }))
}

/**
 * Offers an address no more, until it is used again; the orders that went there keep it. May be repeated. Throws not-found
 * for an address that no order of this customer's went to.
 */
export async function removeSavedAddress(
  db: Db,
  { userId, addressId }: { userId: string; addressId: string },
): Promise<void> {
  if (!(await insertRemovedAddress(db, userId, addressId))) throw notFound('Address')
}
