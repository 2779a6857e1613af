import type { Customer } from '#contract/accounts/customers.ts'
import type { Db } from '#server/db/database.ts'

/** The customers with these ids, in any order. What stands in for an erased account is none. */
export async function listCustomersById(db: Db, ids: readonly string[]): Promise<Customer[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname', 'email', 'emailConfirmedAt', 'phone', 'createdAt'])
    .where('id', 'in', ids)
    .where('role', '=', 'customer')
    .where('email', '<>', '')
    .execute()
  return rows.map(({ id, emailConfirmedAt, createdAt, ...row }) => ({
    _id: id,
    ...row,
    isConfirmed: emailConfirmedAt !== null,
    createdAt: createdAt.toISOString(),
  }))
}
