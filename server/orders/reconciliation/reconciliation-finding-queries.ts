import { sql, type RawBuilder } from 'kysely'

import type { FindingKey, ListedFinding } from '#contract/orders/reconciliation.ts'
import type { FINDING_LISTS } from '#contract/orders/reconciliation-finding-kinds.ts'
import type { Db } from '#server/db/database.ts'

import { NO_DIFFERENCES } from '#contract/orders/reconciliation-finding-kinds.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { fullName } from '#server/db/full-name.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

export interface FindingRow extends Omit<ListedFinding, 'amount' | 'foundAt' | 'dealt'> {
  id: string
  amountPaise: number | null
  foundAt: Date
  dealt: { note: string; by: string | null; actorId: string | null; at: string } | null
}

/** Which of several alike was found last, and whether somebody has dealt with it; another amount is another finding. */
const LISTED = sql`
  found as (
    select distinct on (finding."kind", finding."subject", finding."amountPaise")
      finding."kind", finding."subject", finding."detail", finding."action", finding."paymentId" as payment_id,
      finding."amountPaise" as amount_paise, reconciliations.finished_at as found_at
    from reconciliations
    cross join lateral jsonb_to_recordset(findings) as finding (
      "kind" text, "subject" text, "detail" text, "action" text, "paymentId" text, "amountPaise" bigint
    )
    where findings <> '[]'
    order by finding."kind", finding."subject", finding."amountPaise", reconciliations.finished_at desc, reconciliations.id desc
  ),
  listed as (
    select found.*, dealt.at is null as is_open, dealt.at as dealt_at, dealt.note, dealt.actor_id
    from found left join dealt_findings dealt
      on dealt.kind = found.kind and dealt.subject = found.subject and dealt.amount_paise is not distinct from found.amount_paise
  )`

const COLUMNS = sql`
  concat_ws(' ', kind, subject, amount_paise) as id, kind, subject, detail, action, amount_paise, found_at, is_open,
  coalesce(
    (select order_id from payments where payments.id = coalesce(page.payment_id, page.subject)),
    (select order_id from refunds where refunds.id = page.subject or refunds.provider_refund_id = page.subject limit 1)
  ) as order_id,
  case when dealt_at is not null then json_build_object(
    'note', note, 'at', dealt_at, 'actorId', actor_id,
    'by', (select ${fullName()} from users where users.id = page.actor_id)
  ) end as dealt`

const IS_OTHERS = sql`kind = any(${NO_DIFFERENCES}::text[])`

const LISTS: Record<(typeof FINDING_LISTS)[number], RawBuilder<unknown>> = {
  open: sql`is_open and not ${IS_OTHERS}`,
  dealt: sql`not is_open`,
  others: sql`is_open and ${IS_OTHERS}`,
}

/** A page of a list of findings, the latest first. */
export async function listFindingRows(
  db: Db,
  list: keyof typeof LISTS,
  { limit, offset }: Window,
): Promise<ListPage<FindingRow>> {
  const latest = sql`coalesce(${list === 'dealt' ? sql`dealt_at` : sql`null::timestamptz`}, found_at) desc, kind, subject`
  const { rows } = await sql<FindingRow & { total: number }>`
    with ${LISTED},
    chosen as (select * from listed where ${LISTS[list]}),
    page as (select * from chosen order by ${latest} limit ${limit} offset ${offset}),
    counted as (select count(*) as total from chosen)
    select counted.total, shown.*
    from counted left join (select ${COLUMNS}, row_number() over (order by ${latest}) as place from page) shown on true
    order by place`.execute(db)
  return pageOf(rows)
}

const amountOf = ({ amount }: FindingKey) => (amount === null ? null : paiseFromRupees(amount))

export async function findFinding(db: Db, key: FindingKey): Promise<FindingRow | undefined> {
  const { rows } = await sql<FindingRow>`
    with ${LISTED},
    page as (
      select * from listed
      where kind = ${key.kind} and subject = ${key.subject} and amount_paise is not distinct from ${amountOf(key)}::bigint
    )
    select ${COLUMNS} from page`.execute(db)
  return rows[0]
}

/** Notes that a finding was dealt with. False if somebody has already. */
export async function insertDealing(
  db: Db,
  key: FindingKey,
  { note, actorId }: { note: string; actorId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into dealt_findings (kind, subject, amount_paise, note, actor_id)
    values (${key.kind}, ${key.subject}, ${amountOf(key)}, ${note}, ${actorId})
    on conflict (kind, subject, amount_paise) do nothing
    returning at`.execute(db)
  return rows.length > 0
}

/** False if nobody had dealt with it. */
export async function deleteDealing(db: Db, key: FindingKey): Promise<boolean> {
  const { rows } = await sql`
    delete from dealt_findings
    where kind = ${key.kind} and subject = ${key.subject} and amount_paise is not distinct from ${amountOf(key)}::bigint
    returning at`.execute(db)
  return rows.length > 0
}
