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
 * What happened, by the histories that the shop keeps beside what it tells, the oldest first. Nobody asks when payments
 * and refunds moved, and of steps that were taken in one transaction, as when the staff take back what nobody asked
 * for, the last one alone is told.
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

/** What a transaction did to the stock of a size, in its parts. */
interface StockChange {
  id: string
  /** Of the size before anybody was told. */
  before: number
  changes: number[]
}

/**
 * The ledger of each size since the beginning. Its entries are numbered before a change waits for another one, so their
 * order says nothing.
 */
async function listStockChanges(db: Db, { ledgerId }: Beginning): Promise<StockChange[]> {
  const { rows } = await sql<StockChange>`
    select product_size_id as id, json_agg(change order by id) as changes, (
      select coalesce(sum(change), 0)::integer from stock_ledger known
      where known.product_size_id = stock_ledger.product_size_id and known.id <= ${ledgerId}
    ) as before
    from stock_ledger where id > ${ledgerId} and change <> 0 group by product_size_id, xmin::text`.execute(db)
  return rows
}

/** How often each value is there, less what was taken; undefined once more was taken than there is. */
function without(left: ReadonlyMap<number, number>, values: readonly number[], times: number) {
  const rest = new Map(left)
  for (const value of values) {
    const count = (rest.get(value) ?? 0) - times
    if (count < 0) return undefined
    rest.set(value, count)
  }
  return rest
}

/** Whether all that is left are these changes, each in its parts or as what they come to. */
function areChanges(kinds: readonly (readonly number[])[][], left: ReadonlyMap<number, number>): boolean {
  const [alike, ...others] = kinds
  if (!alike) return [...left.values()].every((count) => count === 0)
  const parts = alike[0] ?? []
  const sum = parts.reduce((all, part) => all + part, 0)
  return alike.concat([[]]).some((_, inParts) => {
    const rest = without(left, parts, inParts)
    const last = rest && without(rest, sum === 0 ? [] : [sum], alike.length - inParts)
    return last !== undefined && areChanges(others, last)
  })
}

/**
 * Whether what was told of the stock of a size leads from how it was to how it is by the changes of its ledger, each of
 * them once. A transaction may tell of its changes one by one or of what they come to.
 */
export function isLedger(changes: readonly StockChange[], told: readonly number[]): boolean {
  const begin = changes[0]?.before ?? told[0] ?? 0
  const steps = told.map((stock, index) => stock - (told[index - 1] ?? begin)).filter((step) => step !== 0)
  const counts = new Map([...Map.groupBy(steps, (step) => step)].map(([step, alike]) => [step, alike.length]))
  const alone = changes.flatMap((each) => (each.changes.length === 1 ? each.changes : []))
  const left = alone.reduce<ReadonlyMap<number, number> | undefined>(
    (rest, step) => rest && without(rest, [step], 1),
    counts,
  )
  const together = changes.map((each) => each.changes).filter((parts) => parts.length > 1)
  const size = (parts: readonly number[] | undefined) => Math.max(...(parts ?? []).map(Math.abs))
  // What is rare fits in one way only, so it comes first.
  const kinds = [...Map.groupBy(together, (parts) => parts.join(' ')).values()]
  const rareFirst = kinds.toSorted(([one], [other]) => size(other) - size(one))
  return left !== undefined && areChanges(rareFirst, left)
}

function compareStock(changes: readonly StockChange[], told: readonly Told[]): string[] {
  const words = told
    .filter(({ type }) => kindOf(type) === 'stock')
    .map(({ body }) => (JSON.parse(body) as { data: { _id: string; stock: number } }).data)
  const bySize = Map.groupBy(words, ({ _id }) => _id)
  const ofSize = Map.groupBy(changes, ({ id }) => id)
  return [...new Set([...bySize.keys(), ...ofSize.keys()])].flatMap((id) => {
    const [ledger, stocks] = [ofSize.get(id) ?? [], (bySize.get(id) ?? []).map(({ stock }) => stock)]
    if (isLedger(ledger, stocks)) return []
    const changed = ledger.map((each) => each.changes.join('/')).join(' ')
    return [`stock of ${id}: was ${ledger[0]?.before}, changed by ${changed}, told was ${stocks.join(' ')}`]
  })
}

/** What keeps its order: sizes of one product are sold at the same moment by different buyers, so each has its own. */
const orderedBy = ({ subjectId, type, body }: Told): string =>
  kindOf(type) === 'stock' ? `${subjectId} ${(JSON.parse(body) as { data: { _id: string } }).data._id}` : subjectId

/**
 * What an address did not take, took although it was never told, or took before what had happened to the same before.
 */
function compareTaken({ taken }: Receiver, told: readonly Told[]): string[] {
  const faults: string[] = []
  const places = new Map([...taken.keys()].map((id, place) => [id, place]))
  const last = new Map<string, number>()
  for (const one of told) {
    const { id, subjectId, type, body, state } = one
    const subject = orderedBy(one)
    const place = places.get(id)
    if (place === undefined || state !== 'delivered') faults.push(`${id} about ${subjectId} is ${state}, ${type}`)
    else if (taken.get(id)?.body !== body) faults.push(`${id} about ${subjectId} came with another body`)
    else if (place < (last.get(subject) ?? -1)) faults.push(`${id} about ${subjectId} came too late, ${type}`)
    if (place !== undefined) last.set(subject, Math.max(place, last.get(subject) ?? -1))
    places.delete(id)
  }
  return [...faults, ...[...places.keys()].map((id) => `${id} came, and nothing that stands tells of it`)]
}

/**
 * What is wrong with what the addresses were told since the beginning, once everything is delivered: whether it is what
 * happened, and whether each took it, in the order of each subject.
 */
export async function listWebhookFaults(
  db: Db,
  receivers: readonly Receiver[],
  beginning: Beginning,
): Promise<string[]> {
  const [happened, changes] = [await listHappenings(db, beginning), await listStockChanges(db, beginning)]
  const faults: string[] = []
  for (const receiver of receivers) {
    const told = await listTold(db, receiver)
    for (const found of [
      compareHappenings(happened, happeningsIn(told, beginning)),
      compareStock(changes, told),
      compareTaken(receiver, told),
    ]) {
      faults.push(...found.slice(0, MOST_NAMED).map((line) => `${receiver.name}: ${line}`))
    }
  }
  return faults
}
