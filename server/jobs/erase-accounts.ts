import type { Shop } from '#server/start/shop.ts'

import { eraseDueAccounts } from '#server/accounts/service.ts'
import { isPictureUsed } from '#server/catalogue/service.ts'
import { eraseSender } from '#server/contacts/service.ts'
import { unlinkOrders } from '#server/orders/service.ts'
import { forgetReturns } from '#server/returns/service.ts'
import { moveReviews } from '#server/reviews/service.ts'
import { unlinkCredit } from '#server/accounts/store-credit/service.ts'

/** Erases the accounts whose owners asked for it seven days ago. */
export async function eraseAccounts({ db, log, pictures }: Pick<Shop, 'db' | 'log' | 'pictures'>): Promise<void> {
  const hashes: string[] = []
  const { count, failures } = await eraseDueAccounts(db, async (db, { userId, emailKey, isConfirmed }, nobodyId) => {
    hashes.push(...(await forgetReturns(db, userId)))
    await unlinkOrders(db, userId, nobodyId)
    await unlinkCredit(db, userId, nobodyId)
    await moveReviews(db, userId, nobodyId)
    // Without mail anybody may have entered the address of somebody who has written.
    if (isConfirmed) await eraseSender(db, emailKey)
  })
  for (const hash of hashes) if (!(await isPictureUsed(db, hash))) await pictures.remove(hash)
  if (count > 0) log.info({ count }, 'accounts were erased')
  if (failures.length > 0) throw new AggregateError(failures, 'some accounts could not be erased')
}
