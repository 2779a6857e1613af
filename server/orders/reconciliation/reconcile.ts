import type { Reconciliation } from '#contract/reconciliation.ts'
import type { Db } from '#server/db/open.ts'
import type { Shop } from '#server/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { conflict } from '#server/errors.ts'
import { mapPage, windowOf, type ListPage } from '#server/pagination.ts'
import { newId } from '#server/new-id.ts'
import { countOrdersOf } from '#server/orders/reconciliation/comparison-queries.ts'
import { comparePayments } from '#server/orders/reconciliation/compare-payments.ts'
import { compareRefunds } from '#server/orders/reconciliation/compare-refunds.ts'
import type { Comparison } from '#server/orders/reconciliation/comparison.ts'
import {
  claimReconciliation,
  finishReconciliation,
  hasDailyReconciliation,
  insertReconciliation,
  listReconciliations,
  releaseReconciliation,
  type Outcome,
  type ReconciliationRow,
} from '#server/orders/reconciliation/reconciliation-queries.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'

const DAY_MS = 86_400_000
/** Days that overlap: what one run misses, because the provider was late, the next two find. */
const PERIOD_MS = 3 * DAY_MS
/** What is younger is still on its way to the shop, and no difference. */
const GRACE_MS = 60_000
const LEASE_SECONDS = 600
const BUDGET_MS = 8 * 60_000
const MOST_KEPT = 500
const DEFAULT_LIMIT = 20

const present = (row: ReconciliationRow): Reconciliation => ({
  _id: row.id,
  status: row.status,
  requestedBy: row.requestedBy,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  from: row.fromAt.toISOString(),
  to: row.toAt.toISOString(),
  payments: row.payments,
  orders: row.orders,
  refunds: row.refunds,
  mismatches: row.mismatches,
  findings: row.findings,
  failure: row.failure,
})

interface Request {
  actorId: string
  /** The last three days unless said; it ends before now, so that nothing that is on its way counts. */
  period?: { from: Date; to: Date }
}

function latestPeriod(): { from: Date; to: Date } {
  const to = new Date(Date.now() - GRACE_MS)
  return { from: new Date(to.getTime() - PERIOD_MS), to }
}

/**
 * Asks for a comparison of the provider's books with the shop's; some process makes it within seconds. Throws a conflict
 * while another one is under way.
 */
export async function requestReconciliation(
  { db }: Pick<Shop, 'db'>,
  { actorId, period = latestPeriod() }: Request,
): Promise<Reconciliation> {
  const id = newId()
  await db.transaction().execute(async (db) => {
    const isAsked = await insertReconciliation(db, { id, actorId, ...period })
    if (!isAsked) throw conflict('A comparison is under way already.')
    const after = { from: period.from.toISOString(), to: period.to.toISOString() }
    const subject = { subjectType: 'reconciliation', subjectId: id } as const
    await recordChange(db, { actorId, action: 'reconciliation.requested', ...subject, after })
  })
  const { items } = await listReconciliations(db, { limit: 1, offset: 0 })
  const row = items.find((one) => one.id === id)
  if (!row) throw conflict('A comparison is under way already.')
  return present(row)
}

/** Comparisons, newest first, and how many there are in all. */
export async function listComparisons(
  db: Db,
  { page, limit = DEFAULT_LIMIT }: { page?: number | undefined; limit?: number | undefined },
): Promise<ListPage<Reconciliation>> {
  return mapPage(await listReconciliations(db, windowOf({ page, limit })), present)
}

function failureOf(error: unknown): string {
  if (error instanceof ProviderUnavailable) return 'The payment provider did not answer.'
  if (error instanceof ProviderRefused) return 'The payment provider refused to show its books.'
  return 'It broke off; the log says why.'
}

async function compare(comparison: Comparison, stop: AbortSignal): Promise<Outcome> {
  const { shop, period, findings } = comparison
  const counts = { payments: 0, orders: await countOrdersOf(shop.db, period), refunds: 0 }
  let failure: string | null = null
  try {
    counts.payments = await comparePayments(comparison)
    counts.refunds = await compareRefunds(comparison)
  } catch (error) {
    failure = failureOf(error)
    if (!stop.aborted) shop.log.error({ err: error }, 'the provider’s books could not be compared to the end')
  }
  const mismatches = findings.filter(({ kind }) => kind !== 'payment of no checkout here').length
  if (mismatches > 0) shop.log.warn({ mismatches }, 'the provider’s books and the shop’s differed')
  const status = failure === null ? 'done' : 'failed'
  return { ...counts, status, mismatches, findings: findings.slice(0, MOST_KEPT), failure }
}

/** Makes the comparison that waits, if there is one. Of any number of processes one makes it. */
export async function reconcile(shop: Shop, signal: AbortSignal): Promise<void> {
  const { db, provider } = shop
  const claimed = await claimReconciliation(db, LEASE_SECONDS)
  if (!claimed) return
  const { id, fromAt: from, toAt: to } = claimed
  const patience = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)])
  const period = { from, to, isSandbox: shop.payment.isSandbox }
  const outcome = await compare({ shop, provider, period, signal: patience, findings: [] }, signal)
  // Whoever stops the shop stops no comparison: the next start makes it from the beginning.
  if (signal.aborted) await releaseReconciliation(db, id)
  else await finishReconciliation(db, id, outcome)
}

/** Asks for the daily comparison, once a day in all processes together; after one that failed again within an hour. */
export async function scheduleReconciliation({ db }: Pick<Shop, 'db'>): Promise<void> {
  if (await hasDailyReconciliation(db)) return
  await insertReconciliation(db, { id: newId(), actorId: null, ...latestPeriod() })
}
