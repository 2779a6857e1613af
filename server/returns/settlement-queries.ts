import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

export interface SettledLine {
  orderLineId: string
  quantity: number
}

interface Settlement {
  id: string
  returnId: string
  orderId: string
  kind: 'refund' | 'by hand' | 'store credit' | 'exchange'
  amountPaise: number
  feesPaise: number
  actorId: string | null
  /** Of the refund that returns the money. */
  refundId?: string
  /** Of the payment that was made by hand. */
  reference?: string
  /** The gift of store credit. */
  creditId?: string
  /** What of the amount came back as the order's own store credit. */
  returnedCreditPaise?: number
  /** Of an exchange: the order that was paid first, where it gives this back. */
  firstOrderId?: string
  lines: readonly SettledLine[]
}

/** What so many pieces of a line cost, after those that were cancelled or settled before. Lock the order first. */
export async function listPrices(
  db: Db,
  lines: readonly SettledLine[],
): Promise<{ orderLineId: string; paise: number }[]> {
  const rows = JSON.stringify(lines)
  const { rows: priced } = await sql<{ orderLineId: string; paise: number }>`
    select line.id as order_line_id,
      paise_of_pieces(line.paid_price_paise, line.discount_paise, line.quantity, line.cancelled + line.settled, wanted.quantity) as paise
    from jsonb_to_recordset(${rows}::jsonb) as wanted ("orderLineId" text, quantity integer)
    join order_lines line on line.id = wanted."orderLineId"`.execute(db)
  return priced
}

/**
 * Notes that the money of pieces is settled, with a row in the audit log. A refund is asked for by whoever calls this,
 * in the same transaction. Lock the order first.
 */
export async function insertSettlement(db: Db, settlement: Settlement): Promise<void> {
  const {
    id,
    returnId,
    orderId,
    kind,
    amountPaise,
    feesPaise,
    actorId,
    refundId = null,
    reference = null,
    creditId = null,
    returnedCreditPaise = null,
    firstOrderId = null,
    lines,
  } = settlement
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as wanted ("orderLineId" text, quantity integer)
    ),
    counted as (
      update order_lines line set settled = line.settled + wanted.quantity
      from wanted where line.id = wanted."orderLineId"
      returning line.id, wanted.quantity, paise_of_pieces(
        line.paid_price_paise, line.discount_paise, line.quantity, line.cancelled + line.settled - wanted.quantity, wanted.quantity
      ) as paise
    ),
    noted as (
      insert into settlements (id, return_id, order_id, kind, amount_paise, fees_paise, actor_id, refund_id, reference, credit_id, returned_credit_paise, first_order_id)
      values (${id}, ${returnId}, ${orderId}, ${kind}, ${amountPaise}, ${feesPaise}, ${actorId}, ${refundId}, ${reference}, ${creditId}, ${returnedCreditPaise}, ${firstOrderId})
      returning id
    ),
    listed as (
      insert into settled_pieces (settlement_id, order_line_id, quantity, amount_paise)
      select noted.id, counted.id, quantity, paise from noted, counted
    ),
    mailed as (
      insert into mails (name, key, user_id)
      select 'return-paid', noted.id, orders.user_id from noted join orders on orders.id = ${orderId}
      where ${kind === 'by hand'}::boolean
    )
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select ${actorId}::text, 'return.' || case ${kind}::text when 'refund' then 'refunded' when 'by hand' then 'paid by hand' when 'exchange' then 'exchanged'
        else 'given as store credit' end, 'return', ${returnId},
      jsonb_strip_nulls(jsonb_build_object(
        'order', ${orderId}::text, 'pieces', (select sum(quantity) from counted), 'amountPaise', ${amountPaise}::bigint
      ))`.execute(db)
}
