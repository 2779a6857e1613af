import { sql } from 'kysely'

import type { ReconciliationState } from '#contract/reconciliation-kinds.ts'
import type { Finding } from '#contract/reconciliation.ts'
import type { Db } from '#server/db/open.ts'

import { claimDue } from '#server/db/claim-due.ts'
import { pageOf, type ListPage, type Window } from '#server/pagination.ts'

export interface ReconciliationRow {
  id: string
  status: ReconciliationState
  requestedBy: string | null
  createdAt: Date
  finishedAt: Date | null
  fromAt: Date
  toAt: Date
  payments: number
  orders: number
  refunds: number
  mismatches: number
  findings: Finding[]
  failure: string | null
}

export interface ReconciliationDraft {
  id: string
  actorId: string | null
  from: Date
  to: Date
}

/** Asks for a comparison; false while another one waits or runs. */
export async function insertReconciliation(db: Db, { id, actorId, from, to }: ReconciliationDraft): Promise<boolean> {
  const { rows } = await sql`
    insert into reconciliations (id, actor_id, status, from_at, to_at)
    values (${id}, ${actorId}, 'waiting', ${from}, ${to})
    on conflict ((true)) where status in ('waiting', 'running') do nothing
    returning id`.execute(db)
  return rows.length > 0
}

/** True when the shop by itself compared within a day, or tried in vain within an hour. */
export async function hasDailyReconciliation(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from reconciliations
    where actor_id is null and (
      (status <> 'failed' and created_at > now() - interval '1 day') or created_at > now() - interval '1 hour'
    )
    limit 1`.execute(db)
  return rows.length > 0
}

/** Claims the comparison that waits, or one whose process died. */
export async function claimReconciliation(
  db: Db,
  leaseSeconds: number,
): Promise<{ id: string; fromAt: Date; toAt: Date } | undefined> {
  const [claimed] = await claimDue<{ id: string; fromAt: Date; toAt: Date }>(db, {
    table: 'reconciliations',
    dueColumn: 'lease_ends_at',
    // One that waits has no lease.
    dueAt: sql`coalesce(lease_ends_at, created_at)`,
    where: sql`status in ('waiting', 'running')`,
    set: sql`status = 'running'`,
    returning: sql`id, from_at, to_at`,
    limit: 1,
    leaseSeconds,
  })
  return claimed
}

export interface Outcome {
  status: 'done' | 'failed'
  payments: number
  orders: number
  refunds: number
  mismatches: number
  findings: Finding[]
  failure: string | null
}

export async function finishReconciliation(db: Db, id: string, { findings, ...outcome }: Outcome): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({ ...outcome, findings: JSON.stringify(findings), finishedAt: sql<Date>`now()`, leaseEndsAt: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** Gives a comparison that was taken back, so that the next process makes it at once. */
export async function releaseReconciliation(db: Db, id: string): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({ status: 'waiting', leaseEndsAt: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

export async function listReconciliations(db: Db, { limit, offset }: Window): Promise<ListPage<ReconciliationRow>> {
  const { rows } = await sql<ReconciliationRow & { total: number }>`
    with page as materialized (
      select id from reconciliations order by created_at desc, id desc limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total from reconciliations)
    select reconciliations.id, status, from_at, to_at, reconciliations.created_at, finished_at, payments, orders, refunds,
      mismatches, findings, failure, trim(users.firstname || ' ' || users.lastname) as requested_by, counted.total
    from counted
    left join reconciliations on reconciliations.id = any (array(select id from page))
    left join users on users.id = reconciliations.actor_id
    order by reconciliations.created_at desc, reconciliations.id desc`.execute(db)
  return pageOf(rows)
}
