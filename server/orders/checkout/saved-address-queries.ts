import { sql } from 'kysely'

import type { Address } from '#contract/address.ts'
import type { Db } from '#server/db/open.ts'

/** Two addresses that read the same have the same id. */
const ADDRESS_ID = sql`md5(orders.address::text)`

/** The addresses of a customer's orders, the latest first, each once, without those that were removed since. */
export async function listAddressesOf(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ id: string; address: Address }[]> {
  const { rows } = await sql<{ id: string; address: Address }>`
    select used.id, used.address
    from (
      select ${ADDRESS_ID} as id, orders.address, max(orders.created_at) as used_at
      from orders
      where orders.user_id = ${userId} and orders.address is not null
      group by ${ADDRESS_ID}, orders.address
    ) used
    left join removed_addresses removed on removed.user_id = ${userId} and removed.address_id = used.id
    where removed.removed_at is null or removed.removed_at < used.used_at
    order by used.used_at desc, used.id
    limit ${limit}`.execute(db)
  return rows
}

/** Removes an address from the list. False if no order of the customer has it. */
export async function insertRemovedAddress(db: Db, userId: string, addressId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into removed_addresses (user_id, address_id)
    select ${userId}, ${addressId}
    where exists (select from orders where orders.user_id = ${userId} and ${ADDRESS_ID} = ${addressId})
    on conflict (user_id, address_id) do update set removed_at = now()
    returning address_id`.execute(db)
  return rows.length > 0
}
