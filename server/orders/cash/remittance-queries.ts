import { sql } from 'kysely'

import type { KnownParcel } from '#server/orders/cash/plan-remittance.ts'
import type { CashState } from '#contract/states/cash-states.ts'
import type { Db } from '#server/db/database.ts'

import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

type ParcelRow = {
  key: string
  number: string
  orderId: string
  status: CashState | null
  amountPaise: number | null
  remittanceReference: string | null
  remittanceSheet: string | null
}

/**
 * The parcels whose tracking numbers have these keys, by key. Without those of the sandbox where the shop takes real
 * money.
 */
export async function findParcels(
  db: Db,
  keys: readonly string[],
  { hasSandbox }: { hasSandbox: boolean },
): Promise<Map<string, KnownParcel[]>> {
  const { rows } = await sql<ParcelRow>`
    select ltrim(upper(shipment ->> 'trackingNumber'), '0') as key, upper(shipment ->> 'trackingNumber') as number, orders.id as order_id,
      cash.status, cash.amount_paise, cash.remittance_reference, cash.remittance_sheet
    from orders left join cash_payments cash on cash.order_id = orders.id
    where shipment ->> 'trackingNumber' is not null and ltrim(upper(shipment ->> 'trackingNumber'), '0') = any (${keys}::text[])
      and (${hasSandbox}::boolean or not orders.is_sandbox)
    order by orders.id`.execute(db)
  const parcels = rows.map(({ status, amountPaise, remittanceReference, remittanceSheet, ...parcel }) => ({
    ...parcel,
    cash:
      status === null || amountPaise === null ? null : { status, amountPaise, remittanceReference, remittanceSheet },
  }))
  return Map.groupBy(parcels, ({ key }) => key)
}

export interface NewFinding {
  id: string
  key: string
  kind: string
  line: number
  trackingNumber: string
  amount: string
  reference: string
  reason: string
  orderId: string | null
}

/**
 * True of a kept finding that a sheet tells of for the first time. With the bank's reference it is the same payment in
 * every sheet.
 */
const isNewIn = (sheet: string) => sql`kept.reference = '' and not kept.sheets @> array[${sheet}::text]`

/** Which of these findings are kept already, without those that this sheet would open again. */
export async function listKnownFindings(db: Db, keys: readonly string[], sheet: string): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from cash_findings kept
    where key = any (${keys}::text[]) and not (dealt_at is not null and ${isNewIn(sheet)})`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/**
 * Keeps findings, each once. One that was dealt with is open again, with a row in the audit log, where another sheet
 * tells of it without the bank's reference: that is another payment.
 */
export async function keepFindings(
  db: Db,
  findings: readonly NewFinding[],
  { foundBy, sheet }: { foundBy: string; sheet: string },
): Promise<void> {
  if (findings.length === 0) return
  await sql`
    with found as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as found (
        id text, key text, kind text, line integer, "trackingNumber" text, amount text, reference text, reason text, "orderId" text
      )
    ),
    told as (
      select kept.id, kept.dealt_at is not null as was_dealt
      from cash_findings kept join found on found.key = kept.key where ${isNewIn(sheet)}
      for update of kept
    ),
    reopened as (
      update cash_findings set sheets = sheets || ${sheet}::text, dealt_at = null, dealt_by = null,
        found_at = case when was_dealt then now() else found_at end
      from told where cash_findings.id = told.id
      returning cash_findings.id, tracking_number, was_dealt
    ),
    noted as (
      insert into audit_log (actor_id, action, subject_type, subject_id, after)
      select ${foundBy}, 'finding.reopened', 'reconciliation', id, jsonb_build_object('trackingNumber', tracking_number)
      from reopened where was_dealt
    )
    insert into cash_findings (id, key, kind, line, tracking_number, amount, reference, reason, order_id, found_by, sheets)
    select id, key, kind, line, "trackingNumber", amount, reference, reason, "orderId", ${foundBy}::text, array[${sheet}::text]
    from found
    on conflict (key) do nothing`.execute(db)
}

export type FindingRow = NewFinding & { foundAt: Date; dealtAt: Date | null }

/** Findings, the newest first: open ones, or those that were dealt with. */
export async function listCashFindings(
  db: Db,
  { isDealt }: { isDealt: boolean },
  { limit, offset }: Window,
): Promise<ListPage<FindingRow>> {
  const { rows } = await sql<FindingRow & { total: number }>`
    with counted as (select count(*) as total from cash_findings where (dealt_at is not null) = ${isDealt}),
    page as (
      select * from cash_findings where (dealt_at is not null) = ${isDealt}
      order by found_at desc, id desc limit ${limit} offset ${offset}
    )
    select page.*, counted.total from counted left join page on true
    order by found_at desc, id desc`.execute(db)
  return pageOf(rows)
}

/**
 * Notes that a finding was dealt with, or is open again, with its row in the audit log. False if there is no such
 * finding.
 */
export async function setFindingDealt(
  db: Db,
  { id, isDealt, actorId }: { id: string; isDealt: boolean; actorId: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with changed as (
      update cash_findings set dealt_at = case when ${isDealt} then now() end, dealt_by = case when ${isDealt} then ${actorId}::text end
      where id = ${id} and (dealt_at is not null) <> ${isDealt}
      returning id, tracking_number
    ),
    noted as (
      insert into audit_log (actor_id, action, subject_type, subject_id, after)
      select ${actorId}, ${isDealt ? 'finding.dealt with' : 'finding.reopened'}, 'reconciliation', id,
        jsonb_build_object('trackingNumber', tracking_number)
      from changed
    )
    select id from cash_findings where id = ${id}`.execute(db)
  return rows.length > 0
}
