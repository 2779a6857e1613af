import type { Address, SavedAddress, SavedAddressInput } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { checkDeliveryState, documentSeller } from '#server/documents/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'
import {
  countSavedAddresses,
  findAddressOf,
  listAddressesOf,
  lockAddresses,
  removeAddressOf,
  setDefaultAddress,
  upsertSavedAddress,
} from '#server/orders/address-book/address-book-queries.ts'
import { MAX_OFFERED_ADDRESSES, MAX_SAVED_ADDRESSES } from '#server/orders/address-book/address-book-limits.ts'

type Seller = Pick<Shop, 'settings' | 'publicUrl'>

/**
 * The addresses that the checkout offers: those that the customer keeps, the default one first, then those of earlier
 * orders.
 */
export async function listSavedAddresses(
  db: Db,
  userId: string,
  limit = MAX_OFFERED_ADDRESSES,
): Promise<SavedAddress[]> {
  const rows = await listAddressesOf(db, userId, limit)
  return rows.map(({ id, address, isDefault }) => ({ _id: id, ...address, ...(isDefault && { isDefault }) }))
}

/** Call it inside a transaction, with the addresses locked. */
async function keep(db: Db, userId: string, id: string, address: Address, isDefault = false): Promise<void> {
  const savedId = await upsertSavedAddress(db, userId, id, address)
  if ((await countSavedAddresses(db, userId)) > MAX_SAVED_ADDRESSES) {
    throw conflict(`You keep ${MAX_SAVED_ADDRESSES} addresses already. Please remove one first.`)
  }
  if (isDefault) await setDefaultAddress(db, userId, savedId)
}

/**
 * Keeps an address; the same one is kept once. Throws invalid like the checkout, and a conflict where too many are
 * kept.
 */
export async function addSavedAddress(
  { db, ...seller }: Seller & { db: Db },
  userId: string,
  { isDefault, ...address }: SavedAddressInput,
): Promise<void> {
  checkDeliveryState(documentSeller(seller), address)
  await inTransaction(db, async (db) => {
    await lockAddresses(db, userId)
    await keep(db, userId, newId(), address, isDefault)
  })
}

/**
 * Puts an address in the place of another; it is the default one if the other was. The orders that have the old one
 * keep it. Throws like `addSavedAddress`, and not-found for an address that this customer does not have.
 */
export async function changeSavedAddress(
  { db, ...seller }: Seller & { db: Db },
  userId: string,
  addressId: string,
  { isDefault = false, ...address }: SavedAddressInput,
): Promise<void> {
  checkDeliveryState(documentSeller(seller), address)
  await inTransaction(db, async (db) => {
    await lockAddresses(db, userId)
    const removed = await removeAddressOf(db, userId, addressId)
    if (!removed) throw notFound('Address')
    // The id of an address that only orders have is the same for every customer.
    const id = removed.wasKept ? addressId : newId()
    await keep(db, userId, id, address, isDefault || removed.wasDefault)
  })
}

/**
 * Makes an address the one that the checkout fills in first, and keeps it. May be repeated. Throws like
 * `changeSavedAddress`.
 */
export async function chooseDefaultAddress(db: Db, userId: string, addressId: string): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockAddresses(db, userId)
    const address = await findAddressOf(db, userId, addressId)
    if (!address) throw notFound('Address')
    await keep(db, userId, newId(), address, true)
  })
}

/**
 * Removes an address from those that are offered, until it is used again; the orders with it keep it. Throws not-found
 * if this customer does not have it.
 */
export async function removeSavedAddress(db: Db, userId: string, addressId: string): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockAddresses(db, userId)
    if (!(await removeAddressOf(db, userId, addressId))) throw notFound('Address')
  })
}
