import type { z } from 'zod'

import type { ReturnedSize, ReturnedSizesQuery } from '#contract/returns/returned-sizes.ts'
import type { OrderReturns, ReturnDetail, ReturnListQuery, StaffReturn } from '#contract/returns/returns.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { mayDo, type StaffRights } from '#contract/accounts/staff-areas.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { windowOf, type ListPage } from '#server/db/pagination.ts'
import { getSecret } from '#server/db/secret-queries.ts'
import { listStaffParcels, lockOrder } from '#server/orders/service.ts'
import { getReturn } from '#server/returns/get-return.ts'
import { listReturnedSizes } from '#server/returns/reason-queries.ts'
import { findRefundTo, listReturnable } from '#server/returns/request-queries.ts'
import { returnFromRow, staffReturnFor } from '#server/returns/return-from-row.ts'
import {
  listActors,
  listReturns,
  listReturnsById,
  listReturnsOf,
  type ReturnRow,
} from '#server/returns/return-queries.ts'
import { openRefundTo } from '#server/returns/sealed-refund-to.ts'

/** The returns of a customer's own order, and what of it may still come back. Throws not-found for somebody else's. */
export async function listOrderReturns(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<OrderReturns> {
  const { returnDays } = settings.current()
  const [takesAccount, rows, lines] = await inTransaction(db, async (db) => {
    const { status, isFromCash } = await lockOrder(db, { orderId, userId })
    const returnable = status === 'delivered' ? await listReturnable(db, orderId, returnDays) : []
    return [isFromCash, await listReturnsOf(db, orderId), returnable] as const
  })
  return {
    returns: rows.map((row) => returnFromRow(row)),
    lines: lines.map(({ id, left, until, isOpen, exchangeSizes }) => ({
      _id: id,
      left,
      until: until?.toISOString() ?? null,
      isForFaultsOnly: !isOpen,
      exchangeSizes,
    })),
    takesAccount,
  }
}

/** A page of all returns, the newest first, and how many there are in all. */
export const listAllReturns = (
  db: Db,
  { page = 1, limit = ROWS_PER_PAGE.returns, ...filter }: z.output<typeof ReturnListQuery>,
): Promise<ListPage<ReturnRow>> => listReturns(db, { ...filter, ...windowOf({ page, limit }) })

/** What has come back by product and size, with why, and of how many sizes. */
export const listSizesThatCameBack = (
  { db, payment }: Pick<Shop, 'db' | 'payment'>,
  { page = 1, limit = ROWS_PER_PAGE.returns, search }: z.output<typeof ReturnedSizesQuery>,
): Promise<ListPage<ReturnedSize>> =>
  listReturnedSizes(db, { hasSandbox: payment.isSandbox, search, ...windowOf({ page, limit }) })

/** The returns with these ids as this caller may see them, in any order. */
export const listReturnsWithIds = async (
  db: Db,
  ids: readonly string[],
  rights: StaffRights | null,
): Promise<StaffReturn[]> => (await listReturnsById(db, ids)).map((row) => staffReturnFor(rights, row))

/** A return as this caller may see it. Where its money goes is told to who may give it back. Throws not-found. */
export async function getReturnDetail(db: Db, returnId: string, rights: StaffRights | null): Promise<ReturnDetail> {
  const row = await getReturn(db, { returnId })
  const parcels = await listStaffParcels(db, { returnId })
  const sealed = mayDo(rights, 'cancelling', 'write') ? await findRefundTo(db, returnId) : null
  return {
    return: staffReturnFor(rights, row),
    refundTo: sealed && openRefundTo(await getSecret(db, 'refund to'), returnId, sealed),
    parcels: mayDo(rights, 'payers') ? parcels : parcels.map((parcel) => ({ ...parcel, cost: null })),
    actors: await listActors(db, returnId),
  }
}
