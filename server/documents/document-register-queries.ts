import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { IssuedDocument } from '#server/documents/queries.ts'

import { yieldToEventLoop } from '#server/documents/yield-to-event-loop.ts'
import {
  issued,
  MONEY,
  REGISTER_COLUMNS,
  SIGN,
  withMoney,
  type RegisterRow,
  type TaxPeriod,
} from '#server/documents/tax-month-queries.ts'

/** How many ids are read at once: some milliseconds of the embedded engine. */
const IDS_AT_ONCE = 2000

/** The ids of a month's documents, in the order in which they were issued. */
export async function listDocumentIds(db: Db, period: TaxPeriod): Promise<string[]> {
  const ids: string[] = []
  let last: { id: string; at: string } | undefined
  for (;;) {
    const isAfter = last ? sql`(issued_at, id) > (${last.at}::timestamptz, ${last.id}::text)` : sql`true`
    const { rows } = await sql<{ id: string; at: string }>`
      select id, to_json(issued_at) #>> '{}' as at from (${issued(period)}) document where ${isAfter}
      order by issued_at, id limit ${IDS_AT_ONCE}`.execute(db)
    ids.push(...rows.map(({ id }) => id))
    last = rows.at(-1)
    if (rows.length < IDS_AT_ONCE) return ids
    await yieldToEventLoop()
  }
}

/** A document in the register, amounts below zero on a credit note. */
export interface RegisterEntry extends RegisterRow {
  /** The number of what a credit note or a refund voucher answers. */
  corrects: string | null
  moneyPaise: number
}

/** Documents as the register has them, in the sequence of the ids. */
export async function listRegisterEntries(db: Db, ids: readonly string[]): Promise<RegisterEntry[]> {
  const { rows } = await sql<RegisterEntry>`
    select ${REGISTER_COLUMNS}, data -> 'corrects' ->> 'number' as corrects, ${MONEY} as money_paise
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, place)
    join documents document on document.id = wanted.id ${withMoney('document')}
    cross join lateral (select ${SIGN} as sign) as signed
    order by place`.execute(db)
  return rows
}

/** Documents with all that they are drawn from, in the sequence of the ids. */
export async function listDocuments(db: Db, ids: readonly string[]): Promise<IssuedDocument[]> {
  const { rows } = await sql<IssuedDocument>`
    select kind, series, year, number, order_id, is_sandbox, issued_at, cancelled_at, data, irn, qr_text
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, place) join documents using (id)
    left join e_invoices on document_id = id
    order by place`.execute(db)
  return rows
}
