import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { WebhookSecret } from '#contract/programs/webhooks.ts'
import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { Receiver } from '#prove/webhooks/receivers.ts'
import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { WEBHOOK_TOPICS } from '#contract/programs/webhook-topics.ts'
import { bringActors } from '#prove/buyers.ts'
import { bringVictim } from '#prove/bring-victim.ts'
import { compareRecords } from '#prove/chaos.ts'
import { WEBHOOK_KILL_POINTS } from '#prove/kill-points.ts'
import { listWebhookFaults, readBeginning } from '#prove/webhooks/compare-deliveries.ts'
import { openReceivers } from '#prove/webhooks/receivers.ts'
import { addActor, databaseOf, inDatabase } from '#prove/world.ts'
import { isRetryable } from '#server/db/database-errors.ts'

const BUYERS = 8
/** Points at which changes are committed, or are not. */
const CHANGING = ['hold', 'settle', 'stock-correction', 'step-of-return', 'return', 'refund-owed', 'document-committed']
const CHANGING_POINTS = CHANGING.flatMap((name) => [`before-${name}`, `after-${name}`])
const SENDING_POINTS = Object.keys(WEBHOOK_KILL_POINTS)
/**
 * If its point is not reached within this time, a process is killed wherever it is. Of several, one waits for the
 * claims of another that died.
 */
const LIFE_MS = { alone: 6000, besideOthers: 25_000 }
const POLL_MS = 200
const OWNER_PAUSE_MS = 700
const HURRY_MS = 2000
/** So long may nothing more be delivered. Who answers late is told slowly. */
const STUCK_AFTER_MS = 120_000

interface WebhookFindings {
  addresses: number
  /** What each of them was told. */
  events: number
  /** Calls that were made to all of them together. */
  calls: number
  rolledBack: number
  kills: number
  /** How many of them died at their point; the others were killed wherever they were. */
  atPoints: number
}

interface WebhookOptions {
  events: number
  kills: number
  say: (line: string) => void
}

async function addAddresses(owner: Actor, receivers: readonly Receiver[]): Promise<Map<Receiver, string>> {
  const ids = new Map<Receiver, string>()
  for (const receiver of receivers) {
    const body = { url: receiver.url, topics: WEBHOOK_TOPICS }
    const { status, body: added } = await owner.call('add webhook', 'POST', '/api/admin/webhooks', { body })
    if (status !== 201) throw new Error(`a webhook was answered with ${status}: ${JSON.stringify(added)}`)
    const { _id, secret } = added as unknown as WebhookSecret
    ids.set(receiver, _id)
    receiver.secrets.add(secret)
  }
  return ids
}

/** An owner who pauses addresses and lets them go on, gives each another secret once, and has deliveries sent again. */
async function own({ call, random }: Actor, ids: Map<Receiver, string>, isOver: () => boolean): Promise<void> {
  const unchanged = random.shuffled([...ids.keys()])
  while (!isOver()) {
    await sleep(OWNER_PAUSE_MS)
    const path = `/api/admin/webhooks/${random.pick([...ids.values()])}`
    const renewed = random.is(0.1) ? unchanged.pop() : undefined
    if (renewed) {
      const { body } = await call('renew secret', 'POST', `/api/admin/webhooks/${ids.get(renewed)}/secret`, {
        body: {},
      })
      if (typeof body.secret === 'string') renewed.secrets.add(body.secret)
    } else if (random.is(0.3)) {
      await call('pause webhook', 'PATCH', path, { body: { isPaused: random.is(0.5) } })
    } else {
      const { body } = await call('deliveries', 'GET', `${path}/deliveries?state=delivered&limit=20`)
      const [delivery] = Array.isArray(body) ? random.shuffled(body as { _id: string }[]) : []
      if (delivery) await call('send again', 'POST', `${path}/deliveries/${delivery._id}/send-again`, { body: {} })
    }
  }
}

/** Changes that are undone: nobody may hear of them. */
const UNDONE = [
  'update product_sizes set stock = stock + 777 where id = (select min(id) from product_sizes)',
  'update products set revision = revision + 777 where id = (select min(id) from products)',
  `insert into contacts (id, first_name, last_name, email, contact_number, subject, message, due_at)
    values (gen_random_uuid()::text, 'Asha', 'Rao', 'asha@example.com', '9876543210', 'Undone', 'Undone', now())`,
]
const UNDOING = 'undone on purpose'

async function rollBack(world: World, random: Random): Promise<boolean> {
  const undone = sql.raw(`do $$ begin ${random.pick(UNDONE)}; raise exception '${UNDOING}'; end $$`)
  let isUndone = false
  await inDatabase(world, async (db) => {
    await undone.execute(db).catch((error: unknown) => {
      isUndone = error instanceof Error && error.message.includes(UNDOING)
      if (!isUndone && !isRetryable(error)) throw error
    })
  })
  return isUndone
}

async function countOf(world: World, query: ReturnType<typeof sql<{ count: number }>>): Promise<number | undefined> {
  let count: number | undefined
  await inDatabase(world, async (db) => {
    count = (await query.execute(db)).rows[0]?.count
  })
  return count
}

const TOLD = sql<{ count: number }>`
  select count(*)::int as count from webhook_deliveries
  where webhook_id = (select id from webhooks order by created_at, id limit 1)`

/** To addresses that are not paused. */
const WAITING = sql<{ count: number }>`
  select count(*)::int as count from webhook_deliveries join webhooks on webhooks.id = webhook_id
  where state = 'waiting' and paused_at is null`

/** As if the pauses after failures were over. */
const hurry = (world: World) =>
  inDatabase(world, async (db) => {
    await sql`update webhooks set next_at = now() where next_at > now()`.execute(db)
    await sql`update webhook_deliveries set due_at = now() where state = 'waiting' and due_at > now()`.execute(db)
  })

/**
 * As if the claims of processes that died were over. Of those that live none may have one, or it is the only process.
 */
const endClaims = (db: Db) => sql`update webhooks set claimed_until = now()`.execute(db)

async function killAll(world: World, { processes }: Fixture): Promise<void> {
  const db = databaseOf(world)
  for (const shop of world.shops) await shop.kill()
  if (db && processes > 1) await endClaims(db)
}

async function startMissing(world: World, fixture: Fixture): Promise<void> {
  world.shops = world.shops.filter((shop) => !shop.hasEnded())
  while (world.shops.length < fixture.processes) world.shops.push(await fixture.start())
  if (fixture.processes === 1) await inDatabase(world, endClaims)
}

/** One process after the other dies at its point; of several either one dies, or all do. */
async function killInTurn(
  world: World,
  fixture: Fixture,
  random: Random,
  { kills, isChanging }: { kills: number; isChanging: () => boolean },
): Promise<Pick<WebhookFindings, 'kills' | 'atPoints'>> {
  const found = { kills: 0, atPoints: 0 }
  while (found.kills < kills && world.faults.length === 0) {
    if (!isChanging() && (await countOf(world, WAITING)) === 0) break
    if (random.is(0.5)) await killAll(world, fixture)
    const point = random.pick(isChanging() && random.is(0.5) ? CHANGING_POINTS : SENDING_POINTS)
    const victim = await bringVictim(world, fixture, { point, nth: random.between(1, 3) })
    await startMissing(world, fixture)
    await Promise.race([victim?.ended, sleep(fixture.processes === 1 ? LIFE_MS.alone : LIFE_MS.besideOthers)])
    found.kills += 1
    if (victim?.hasEnded() ?? true) found.atPoints += 1
    await victim?.kill()
  }
  await startMissing(world, fixture)
  return found
}

/** Goes on until so many events are told, and undoes changes meanwhile. Returns how many. */
async function untilTold(world: World, random: Random, events: number): Promise<number> {
  let rolledBack = 0
  while (world.faults.length === 0 && ((await countOf(world, TOLD)) ?? 0) < events) {
    if (await rollBack(world, random)) rolledBack += 1
    await sleep(POLL_MS)
  }
  world.isOver = true
  return rolledBack
}

/** Every address goes on, and gets what has waited. */
async function deliverAll(world: World, { call }: Actor, ids: Iterable<string>): Promise<void> {
  for (const id of ids) {
    const { status } = await call('let go on', 'PATCH', `/api/admin/webhooks/${id}`, { body: { isPaused: false } })
    if (status !== 200) world.faults.push(`the webhook ${id} goes on: ${status}`)
  }
  let [least, until] = [Infinity, performance.now() + STUCK_AFTER_MS]
  for (let hurriedAt = -HURRY_MS; ;) {
    const waiting = await countOf(world, WAITING)
    if (waiting === 0) return
    if (waiting !== undefined && waiting < least) [least, until] = [waiting, performance.now() + STUCK_AFTER_MS]
    if (performance.now() > until) {
      world.faults.push(`${waiting} deliveries wait, for ${STUCK_AFTER_MS / 1000} s`)
      return
    }
    if (performance.now() - hurriedAt > HURRY_MS) {
      hurriedAt = performance.now()
      await hurry(world)
    }
    await sleep(POLL_MS)
  }
}

/**
 * Lets programs with all kinds of habits be told of what buyers, staff and the provider do, while changes are undone,
 * an owner changes the addresses, and processes are killed (`kill -9`) before and after changes, calls and notes. Then
 * each address must have taken what happened, and nothing else, at least once, in the order of each subject.
 */
export async function playWebhooks(
  world: World,
  fixture: Fixture,
  random: Random,
  { events, kills, say }: WebhookOptions,
): Promise<WebhookFindings> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const { receivers, close } = await openReceivers(random, world.faults)
  try {
    const owner = await addActor(world, db, 'admin', random.branch('has addresses'))
    const ids = await addAddresses(owner, receivers)
    const beginning = await readBeginning(db)
    const traffic = await bringActors(world, random, BUYERS)
    const play = { isChanging: true, isKilling: true }
    const change = async () => {
      const [undone] = await Promise.all([untilTold(world, random.branch('undoes'), events), traffic.act()])
      world.isOver = false
      play.isChanging = false
      say(`${events} events were told, ${undone} changes undone`)
      return undone
    }
    const kill = () => killInTurn(world, fixture, random.branch('kills'), { kills, isChanging: () => play.isChanging })
    const [rolledBack, killed] = await Promise.all([
      change(),
      kill().finally(() => (play.isKilling = false)),
      own(owner, ids, () => !play.isChanging && !play.isKilling),
    ])
    say(`${killed.kills} kill -9`)
    // Calls of buyers who are gone may still be under way.
    await killAll(world, fixture)
    await startMissing(world, fixture)
    const after = databaseOf(world) ?? db
    await compareRecords(world)
    await deliverAll(world, await addActor(world, after, 'admin', random.branch('lets go on')), ids.values())
    world.faults.push(...(await listWebhookFaults(after, receivers, beginning)))
    const told = (await countOf(world, TOLD)) ?? 0
    const calls = receivers.reduce((sum, receiver) => sum + receiver.calls, 0)
    return { addresses: receivers.length, events: told, calls, rolledBack, ...killed }
  } finally {
    close()
  }
}
