import { sql } from 'kysely'

import type { Receiver } from '#prove/webhooks/receivers.ts'
import type { Db } from '#server/db/database.ts'

/** Of many faults of one kind so many are named. */
const MOST_NAMED = 5

/** What had happened before anybody was told. */
export interface Beginning {
  ledgerId: number
  revisions: Map<string, number>
}

export async function readBeginning(db: Db): Promise<Beginning> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from stock_ledger`.execute(db)
  const products = await db.selectFrom('products').select(['id', 'revision']).execute()
  return {
    ledgerId: rows[0]?.id ?? 0,
    revisions: new Map(products.map(({ id, revision }) => [id, revision])),
  }
}

/** Something that came to be: the status of an order, the revision of a product, that a message is there. */
interface Happening {
  kind: string
  id: string
  value: string
}

const keyOf = ({ kind, id }: Happening) => `${kind} ${id}`

/**
 * What happened, by the histories that the shop keeps beside what it tells, the oldest first. Nobody asks when payments and refunds moved, and of
 * steps that were taken in one transaction, as when the staff take back what nobody asked for, the last one alone is told.
 */
async function listHappenings(db: Db, { revisions }: Beginning): Promise<Happening[]> {
  const known = JSON.stringify(Object.fromEntries(revisions))
  const { rows } = await sql<Happening>`
    select kind, id, value from (
      select 'order' as kind, id, 'order placed' as value, 0::numeric as number from orders
      union all
      select 'order', subject_id, after ->> 'status', id from audit_log
      where subject_type = 'order' and action like 'order.%' and after ->> 'status' is not null
      union all
      select 'return', return_id, status, extract(epoch from at) from (
        select *, lead(xmin::text) over (partition by return_id order by at) is distinct from xmin::text as is_last from return_steps
      ) steps where is_last
      union all
      select 'product', id, told::text, told from products, generate_series(
        coalesce((${known}::jsonb ->> id)::integer, 0) + 1, products.revision
      ) told
      union all
      select 'payment', id, status, 0 from payments
      union all
      select 'refund', id, status, 0 from refunds
      union all
      select 'message', id, '', 0 from contacts
      union all
      select 'customer', id, '', 0 from users
      where role = 'customer' and email <> '' and created_at > (select min(created_at) from webhooks)
    ) happened order by number`.execute(db)
  return rows
}

interface Told {
  id: string
  subjectId: string
  type: string
  body: string
  state: string
}

/** What an address is told, in its order. */
async function listTold(db: Db, { url }: Receiver): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select message_id as id, subject_id, type, body, state from webhook_deliveries
    where webhook_id = (select id from webhooks where webhooks.url = ${url}) order by webhook_deliveries.id`.execute(db)
  return rows
}

const VALUES: Record<string, string> = {
  order: 'status',
  return: 'status',
  product: 'revision',
  payment: 'status',
  refund: 'status',
  message: '',
  customer: '',
}
/** Only how they stand in the end is compared. */
const LAST_ONLY = new Set(['payment', 'refund'])

const kindOf = (type: string): string => type.split('.')[0] ?? ''

function happeningsIn(told: readonly Told[], { revisions }: Beginning): Happening[] {
  return told.flatMap(({ type, body }) => {
    const kind = kindOf(type)
    const field = VALUES[kind]
    if (field === undefined) return []
    const { data } = JSON.parse(body) as { data: Record<string, string | number> }
    const [id, value] = [String(data._id), String(data[field] ?? '')]
    // A sale changes what a product costs, and not its revision.
    return kind === 'product' && value === String(revisions.get(id)) ? [] : [{ kind, id, value }]
  })
}

/** The values of each thing, one after the other; one that came again at once is the same. */
function valuesOf(happenings: readonly Happening[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const happening of happenings) {
    const values = found.get(keyOf(happening)) ?? []
    found.set(keyOf(happening), values)
    if (LAST_ONLY.has(happening.kind)) values.pop()
    if (values.at(-1) !== happening.value) values.push(happening.value)
  }
  return found
}

/** What happened and was not told, and what was told and did not happen. */
function compareHappenings(happened: readonly Happening[], told: readonly Happening[]): string[] {
  const [facts, words] = [valuesOf(happened), valuesOf(told)]
  return [...new Set([...facts.keys(), ...words.keys()])].flatMap((key) => {
    const [fact, word] = [facts.get(key)?.join(', ') ?? 'nothing', words.get(key)?.join(', ') ?? 'nothing']
    return fact === word ? [] : [`${key}: ${fact || 'it'} happened, ${word || 'it'} was told`]
  })
}

interface LedgerEntry {
  id: string
  /** Of the size after it. */
  stock: number
  /** Not if it is a part of a transaction, or one that changed nothing in the end. */
  mustBeTold: boolean
}

async function listEntries(db: Db, { ledgerId }: Beginning): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    select product_size_id as id, stock::integer as stock, is_last and stock <> before as must_be_told from (
      select id, product_size_id, stock,
        lead(transaction) over (partition by product_size_id order by id) is distinct from transaction as is_last,
        first_value(stock - change) over (partition by product_size_id, transaction order by id) as before
      from (
        select id, product_size_id, change, xmin::text as transaction,
          sum(change) over (partition by product_size_id order by id) as stock
        from stock_ledger
      ) summed
    ) entries where id > ${ledgerId} order by id`.execute(db)
  return rows
}

/** Whether what was told of the stock of a size are the entries of its ledger, in their order. */
function isLedger(entries: readonly LedgerEntry[], told: readonly number[]): boolean {
  /** How many entries may be over. */
  let over = new Set([0])
  for (const stock of told) {
    const next = new Set<number>()
    for (const from of over) {
      for (let index = from; index < entries.length; index += 1) {
        if (entries[index]?.stock === stock) next.add(index + 1)
        if (entries[index]?.mustBeTold) break
      }
    }
    over = next
  }
  return [...over].some((from) => !entries.slice(from).some(({ mustBeTold }) => mustBeTold))
}

function compareStock(entries: readonly LedgerEntry[], told: readonly Told[]): string[] {
  const words = told
    .filter(({ type }) => kindOf(type) === 'stock')
    .map(({ body }) => (JSON.parse(body) as { data: { _id: string; stock: number } }).data)
  const bySize = Map.groupBy(words, ({ _id }) => _id)
  const ofSize = Map.groupBy(entries, ({ id }) => id)
  return [...new Set([...bySize.keys(), ...ofSize.keys()])].flatMap((id) => {
    const [ledger, stocks] = [ofSize.get(id) ?? [], (bySize.get(id) ?? []).map(({ stock }) => stock)]
    if (isLedger(ledger, stocks)) return []
    return [
      `stock of ${id}: its ledger has ${ledger.map(({ stock }) => stock).join(' ')}, told was ${stocks.join(' ')}`,
    ]
  })
}

/** What an address did not take, took although it was never told, or took before what had happened to the same before. */
function compareTaken({ taken }: Receiver, told: readonly Told[]): string[] {
  const faults: string[] = []
  const places = new Map([...taken.keys()].map((id, place) => [id, place]))
  const last = new Map<string, number>()
  for (const { id, subjectId, type, body, state } of told) {
    const place = places.get(id)
    if (place === undefined || state !== 'delivered') faults.push(`${id} about ${subjectId} is ${state}, ${type}`)
    else if (taken.get(id)?.body !== body) faults.push(`${id} about ${subjectId} came with another body`)
    else if (place < (last.get(subjectId) ?? -1)) faults.push(`${id} about ${subjectId} came too late, ${type}`)
    if (place !== undefined) last.set(subjectId, Math.max(place, last.get(subjectId) ?? -1))
    places.delete(id)
  }
  return [...faults, ...[...places.keys()].map((id) => `${id} came, and nothing that stands tells of it`)]
}

/**
 * What is wrong with what the addresses were told since the beginning, once everything is delivered: whether it is what happened, and whether
 * each took it, in the order of each subject.
 */
export async function listWebhookFaults(
  db: Db,
  receivers: readonly Receiver[],
  beginning: Beginning,
): Promise<string[]> {
  const [happened, entries] = [await listHappenings(db, beginning), await listEntries(db, beginning)]
  const faults: string[] = []
  for (const receiver of receivers) {
    const told = await listTold(db, receiver)
    for (const found of [
      compareHappenings(happened, happeningsIn(told, beginning)),
      compareStock(entries, told),
      compareTaken(receiver, told),
    ]) {
      faults.push(...found.slice(0, MOST_NAMED).map((line) => `${receiver.name}: ${line}`))
    }
  }
  return faults
}
