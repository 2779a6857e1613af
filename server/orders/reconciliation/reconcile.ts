import type { Reconciliation } from '#contract/orders/reconciliation.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { NO_DIFFERENCES } from '#contract/orders/reconciliation-finding-kinds.ts'
import { MINUTE_MS } from '#contract/units/time-units.ts'
import { recordChange } from '#server/audit/service.ts'
import { conflict } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'
import { comparePayments } from '#server/orders/reconciliation/compare-payments.ts'
import { compareRefunds } from '#server/orders/reconciliation/compare-refunds.ts'
import { reportLostDisputes } from '#server/orders/reconciliation/report-lost-disputes.ts'
import type { Comparison } from '#server/orders/reconciliation/report-finding.ts'
import {
  claimReconciliation,
  countOrdersOf,
  endReconciliation,
  hasRecentReconciliation,
  insertReconciliation,
  listReconciliationRows,
  type ComparisonResult,
  type ReconciliationPause,
  type ReconciliationRow,
} from '#server/orders/reconciliation/reconciliation-queries.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { BACKGROUND_CALL_MS } from '#server/payments/provider-timeouts.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'

const LEASE_SECONDS = 600
const MAX_DURATION_MS = 8 * MINUTE_MS
const MAX_STORED_FINDINGS = 500

const present = ({ id, createdAt, finishedAt, fromAt, toAt, ...row }: ReconciliationRow): Reconciliation => ({
  _id: id,
  ...row,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  from: fromAt.toISOString(),
  to: toAt.toISOString(),
})

/**
 * Requests a comparison of the provider's records with the shop's, by default of the last three days; a process makes
 * it within seconds. Throws a conflict while another one waits or runs.
 */
export async function requestReconciliation(
  { db }: Pick<Shop, 'db'>,
  { actorId, period }: { actorId: string; period?: { from: Date; to: Date } },
): Promise<Reconciliation> {
  const id = newId()
  const underWay = () => conflict('A comparison is under way already.')
  await db.transaction().execute(async (db) => {
    const compared = await insertReconciliation(db, { id, actorId, period })
    if (!compared) throw underWay()
    const after = { from: compared.from.toISOString(), to: compared.to.toISOString() }
    await recordChange(db, actorId, 'reconciliation.requested', ['reconciliation', id], { after })
  })
  const [row] = (await listReconciliationRows(db, { limit: 1, offset: 0 })).items
  if (row?.id !== id) throw underWay()
  return present(row)
}

/** A page of comparisons, newest first, and their total. */
export async function listReconciliations(
  db: Db,
  { page, limit = ROWS_PER_PAGE.reconciliations }: { page?: number | undefined; limit?: number | undefined },
): Promise<ListPage<Reconciliation>> {
  return mapPage(await listReconciliationRows(db, windowOf({ page, limit })), present)
}

function failureOf(error: unknown): string {
  if (error instanceof ProviderUnavailable) return 'The payment provider did not answer.'
  if (error instanceof ProviderRefused) return 'The payment provider refused to show its records.'
  return 'It broke off; the log says why.'
}

async function compare(comparison: Comparison, stop: AbortSignal): Promise<ComparisonResult> {
  const { shop, period, findings } = comparison
  const counts = { payments: 0, orders: await countOrdersOf(shop.db, period), refunds: 0 }
  let failure: string | null = null
  try {
    counts.payments = await comparePayments(comparison)
    counts.refunds = await compareRefunds(comparison)
    await reportLostDisputes(comparison)
  } catch (error) {
    failure = failureOf(error)
    if (!stop.aborted) shop.log.error({ err: error }, 'the comparison with the payment provider failed')
  }
  const mismatches = findings.filter(({ kind }) => !NO_DIFFERENCES.includes(kind)).length
  if (mismatches > 0) shop.log.warn({ mismatches }, 'the records of the payment provider and of the shop differed')
  const status = failure === null ? 'done' : 'failed'
  return { ...counts, status, mismatches, findings: findings.slice(0, MAX_STORED_FINDINGS), failure }
}

/** Makes the comparison that waits, if there is one. Of any number of processes one makes it. */
export async function reconcile(shop: Shop, signal: AbortSignal): Promise<void> {
  const claimed = await claimReconciliation(shop.db, LEASE_SECONDS)
  if (!claimed) return
  const period = { from: claimed.fromAt, to: claimed.toAt, isSandbox: shop.payment.isSandbox }
  const call = {
    timeoutMs: BACKGROUND_CALL_MS,
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_DURATION_MS)]),
  }
  const result = await compare({ shop, period, call, findings: [] }, signal)
  // If the shop stops, the next start makes the comparison from the beginning.
  await endReconciliation(shop.db, claimed.id, signal.aborted ? undefined : result)
}

/** Requests the next comparison when the last one is so long ago, once in all processes together. */
export async function scheduleReconciliation(db: Db, pause: ReconciliationPause): Promise<void> {
  if (await hasRecentReconciliation(db, pause)) return
  await insertReconciliation(db, { id: newId(), actorId: null })
}
