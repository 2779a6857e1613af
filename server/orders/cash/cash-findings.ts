import type { z } from 'zod'

import type { CashFinding, CashFindingQuery } from '#contract/orders/remittances.ts'
import type { Db } from '#server/db/database.ts'

import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { notFound } from '#server/errors.ts'
import { listCashFindings, setFindingDealt } from '#server/orders/cash/remittance-queries.ts'

/** What couriers' sheets said that the shop does not know, newest first. */
export async function getCashFindings(
  db: Db,
  { dealt, ...page }: z.output<typeof CashFindingQuery>,
): Promise<ListPage<CashFinding>> {
  const findings = await listCashFindings(db, { isDealt: dealt === 'true' }, windowOf(page))
  return mapPage(
    findings,
    ({ id: _id, kind, trackingNumber, amount, reference, reason, orderId, foundAt, dealtAt }) => ({
      _id,
      kind,
      trackingNumber,
      amount,
      reference,
      reason,
      orderId,
      foundAt: foundAt.toISOString(),
      dealtAt: dealtAt?.toISOString() ?? null,
    }),
  )
}

/** Notes that a finding was dealt with, or is open again; may be repeated. Throws not-found. */
export async function dealWithCashFinding(
  db: Db,
  change: { id: string; isDealt: boolean; actorId: string },
): Promise<void> {
  if (!(await setFindingDealt(db, change))) throw notFound('Finding')
}
