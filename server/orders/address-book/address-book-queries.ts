import { sql } from 'kysely'

import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'
import { lockName } from '#server/db/lock-name.ts'

/** Two addresses that read the same have the same key. For an address that only orders have, it is the id. */
const KEY_OF_ORDER = sql`md5(orders.address::text)`

interface OfferedAddress {
  id: string
  address: Address
  isDefault: boolean
}

/**
 * The addresses that a customer keeps, the default one first, then those of the orders, the latest first, each once,
 * without those that were removed since. All that are kept, and of orders as many as make `limit` in all.
 */
export async function listAddressesOf(db: Db, userId: string, limit: number): Promise<OfferedAddress[]> {
  const { rows } = await sql<OfferedAddress>`
    with used as (
      select ${KEY_OF_ORDER} as address_key, orders.address, max(orders.created_at) as used_at
      from orders
      where orders.user_id = ${userId} and orders.address is not null
      group by ${KEY_OF_ORDER}, orders.address
    ),
    kept as (select * from saved_addresses where user_id = ${userId})
    select coalesce(kept.id, used.address_key) as id, coalesce(kept.address, used.address) as address,
      coalesce(kept.is_default, false) as is_default
    from kept full join used on used.address_key = kept.address_key
    left join removed_addresses removed on removed.user_id = ${userId} and removed.address_id = used.address_key
    where kept.id is not null or removed.removed_at is null or removed.removed_at < used.used_at
    order by is_default desc, kept.id is not null desc, greatest(kept.saved_at, used.used_at) desc, id
    limit greatest(${limit}::integer, (select count(*) from kept))`.execute(db)
  return rows
}

/** Makes everybody else who changes this customer's addresses wait until the transaction ends. */
export async function lockAddresses(db: Db, userId: string): Promise<void> {
  await lockName(db, 'addresses', userId)
}

export async function countSavedAddresses(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from saved_addresses where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** An address that the customer keeps or an order of the customer has. */
export async function findAddressOf(db: Db, userId: string, addressId: string): Promise<Address | undefined> {
  const { rows } = await sql<{ address: Address }>`
    select address from saved_addresses where user_id = ${userId} and id = ${addressId}
    union all
    select orders.address from orders where orders.user_id = ${userId} and ${KEY_OF_ORDER} = ${addressId}
    limit 1`.execute(db)
  return rows[0]?.address
}

/** Keeps an address and returns its id: the one that it has if it is kept already. */
export async function upsertSavedAddress(db: Db, userId: string, id: string, address: Address): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into saved_addresses (id, user_id, address) values (${id}, ${userId}, ${JSON.stringify(address)}::jsonb)
    on conflict (user_id, address_key) do update set saved_at = now()
    returning id`.execute(db)
  return rows[0]?.id ?? id
}

/** Gives customers who keep no address yet one each, as the default one. */
export async function insertDefaultAddresses(
  db: Db,
  kept: readonly { userId: string; address: Address }[],
): Promise<void> {
  const rows = kept.map((each) => ({ ...each, id: newId() }))
  await sql`
    insert into saved_addresses (id, user_id, address, is_default)
    select id, "userId", address, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (id text, "userId" text, address jsonb)`.execute(
    db,
  )
}

export async function setDefaultAddress(db: Db, userId: string, addressId: string): Promise<void> {
  // Two statements, because no two rows may be the default at any moment.
  await sql`update saved_addresses set is_default = false where user_id = ${userId} and is_default`.execute(db)
  await sql`update saved_addresses set is_default = true where user_id = ${userId} and id = ${addressId}`.execute(db)
}

/**
 * Stops offering an address until it is used again. Returns how it was saved; undefined if it is not in the address
 * book and in no order of the customer.
 */
export async function removeAddressOf(db: Db, userId: string, addressId: string) {
  const { rows } = await sql<{ wasKept: boolean; wasDefault: boolean }>`
    with kept as (
      delete from saved_addresses where user_id = ${userId} and id = ${addressId} returning address_key, is_default
    ),
    gone as (
      select address_key, is_default, true as was_kept from kept
      union all
      select ${addressId}, false, false
      where exists (select from orders where orders.user_id = ${userId} and ${KEY_OF_ORDER} = ${addressId})
    ),
    removed as (
      insert into removed_addresses (user_id, address_id)
      select ${userId}, address_key from gone
      on conflict (user_id, address_id) do update set removed_at = now()
    )
    select was_kept, is_default as was_default from gone`.execute(db)
  return rows[0]
}
