import type { StaffRights } from '#contract/accounts/staff-areas.ts'
import type { ContactThread } from '#contract/contacts/contacts.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/database.ts'

import { findAccount } from '#server/accounts/service.ts'
import { listAnswers } from '#server/contacts/answer-queries.ts'
import { getContact } from '#server/contacts/queries.ts'

/** How many of the sender's orders stand beside a message. */
const MAX_ORDERS = 10

/** The newest orders of a customer as this caller may see them, at most `limit`. */
export type ListCustomerOrders = (
  db: Db,
  rights: StaffRights | null,
  of: { userId: string; limit: number },
) => Promise<StaffOrder[]>

/**
 * A message with its answers and the newest orders of the account that has the sender's e-mail address, confirmed or
 * not. Throws `not_found`.
 */
export async function getContactThread(
  db: Db,
  rights: StaffRights | null,
  id: string,
  listOrders: ListCustomerOrders,
): Promise<ContactThread> {
  const contact = await getContact(db, id)
  const answers = await listAnswers(db, id)
  const account = await findAccount(db, contact.email)
  const orders = account && (await listOrders(db, rights, { userId: account.id, limit: MAX_ORDERS }))
  return {
    contact,
    answers: answers.map(({ actorId: _actorId, ...answer }) => answer),
    sender: account && orders ? { isConfirmed: account.isConfirmed, orders } : null,
  }
}
