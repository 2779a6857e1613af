import { sql } from 'kysely'

import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'

/** What is wrong with the numbers and the documents of shipped orders. */
export async function listDocumentFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select series || year || ' has ' || count(*) || ' numbers from ' || min(number) || ' to ' || max(number) || ', '
      || count(distinct number) || ' of them different' as line
    from documents where kind <> 'receipt' group by series, year
    having count(*) <> max(number) or min(number) <> 1 or count(distinct number) <> count(*)
    union all
    select 'order ' || order_id || ' was shipped without an invoice' from order_steps step
    where status = 'shipped' and not exists (
      select from documents where documents.order_id = step.order_id and kind = 'tax invoice' and cancelled_at is null
    )`.execute(db)
  const broken = await listBrokenInvariants(db)
  return [...rows.map(({ line }) => line), ...broken.map(({ invariant, subject }) => `${invariant}: ${subject}`)]
}

type Rates = { txval: number; iamt?: number; camt?: number; samt?: number }[]

/** What a month's documents come to, in rupees. */
type MonthSums = Record<'total' | 'taxable' | 'central' | 'state' | 'integrated', number>

/**
 * Compares a month's documents with GSTR-1 and the money, by the shop's own figures; returns what the documents come
 * to.
 */
export async function compareMonth(world: World, admin: Actor, month?: string): Promise<MonthSums> {
  const query = month === undefined ? '' : `?month=${month}`
  const read = async (name: string, path: string) => {
    const { status, body } = await admin.call(name, 'GET', `/api/admin/${path}${query}`)
    if (status !== 200) throw new Error(`${path} was answered ${status}`)
    return body
  }
  const body = await read('tax', 'tax')
  const gstr1 = await read('gstr1', 'tax/gstr1')
  const { sums, ledger, returns } = body as {
    sums: MonthSums
    ledger: { total: number; differing: number }
    returns: { rounding: { total: number } }[]
  }
  // The return says the tax of each row anew, and what the documents differ from it is its rounding.
  const rounding = returns.reduce((all, each) => all + each.rounding.total, 0)
  const rupees = ((gstr1.b2cs ?? []) as Rates).map(
    ({ txval, iamt = 0, camt = 0, samt = 0 }) => txval + iamt + camt + samt,
  )
  const inReturn = rupees.reduce((all, each) => all + each, 0)
  const [documents, money, reported] = [sums.total, ledger.total, inReturn + rounding].map((each) =>
    Math.round(each * 100),
  )
  if (documents !== money || documents !== reported || ledger.differing > 0) {
    world.faults.push(`documents ${documents}, money ${money}, GSTR-1 ${reported}, ${ledger.differing} differ`)
  }
  return sums
}
