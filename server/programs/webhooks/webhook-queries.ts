import { sql } from 'kysely'

import type { DeliveryState, PauseReason, WebhookTopic } from '#contract/programs/webhook-topics.ts'
import type { Db } from '#server/db/database.ts'

import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { OLD_SECRET_SECONDS } from '#server/programs/webhooks/webhook-times.ts'

export interface WebhookRow {
  id: string
  url: string
  topics: WebhookTopic[]
  createdAt: Date
  failingSince: Date | null
  nextAt: Date
  pausedAt: Date | null
  pauseReason: PauseReason | null
  oldSecretEndsAt: Date | null
  waiting: number
  lastDeliveredAt: Date | null
}

const COLUMNS = sql`
  id, url, topics, created_at, failing_since, next_at, paused_at, pause_reason,
  case when old_secret_ends_at > now() then old_secret_ends_at end as old_secret_ends_at,
  (
    select count(*)::int from webhook_deliveries
    where webhook_id = webhooks.id and state = 'waiting'
  ) as waiting,
  (
    select tried_at from webhook_deliveries
    where webhook_id = webhooks.id and state = 'delivered' order by id desc limit 1
  ) as last_delivered_at`

export async function listWebhookRows(db: Db, { limit, offset }: Window): Promise<ListPage<WebhookRow>> {
  const { rows } = await sql<WebhookRow & { total: number }>`
    with listed as (select ${COLUMNS} from webhooks order by created_at, id limit ${limit} offset ${offset})
    select listed.*, counted.total from (select count(*)::int as total from webhooks) counted
    left join listed on true order by created_at, id`.execute(db)
  return pageOf(rows)
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`select ${COLUMNS} from webhooks where id = ${id}`.execute(db)
  return rows[0]
}

/** The same, held until the transaction ends. */
export async function lockWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  await sql`select from webhooks where id = ${id} for no key update`.execute(db)
  return findWebhook(db, id)
}

/** How many addresses there are; until the transaction ends nobody else adds one. */
export async function countToAdd(db: Db): Promise<number> {
  await sql`lock table webhooks in share row exclusive mode`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from webhooks`.execute(db)
  return rows[0]?.total ?? 0
}

export async function insertWebhook(
  db: Db,
  webhook: { id: string; url: string; topics: WebhookTopic[]; secret: Uint8Array },
): Promise<void> {
  await db.insertInto('webhooks').values(webhook).execute()
}

export async function updateWebhook(
  db: Db,
  { id, url, topics }: Pick<WebhookRow, 'id' | 'url' | 'topics'>,
): Promise<void> {
  await db.updateTable('webhooks').set({ url, topics }).where('id', '=', id).execute()
}

export async function pauseWebhook(db: Db, id: string): Promise<void> {
  await sql`
    update webhooks set paused_at = now(), pause_reason = 'by hand' where id = ${id} and paused_at is null`.execute(db)
}

/** Lets an address have what waits for it at once, for as many days as at first. */
export async function resumeWebhook(db: Db, id: string): Promise<void> {
  await sql`
    update webhooks set paused_at = null, pause_reason = null, failures = 0, failing_since = null, next_at = now()
    where id = ${id}`.execute(db)
  await sql`
    update webhook_deliveries set attempts = 0, first_tried_at = null, due_at = now()
    where webhook_id = ${id} and state = 'waiting' and attempts > 0`.execute(db)
}

/** Gives an address another secret; the present one signs too for a while. */
export async function replaceSecret(db: Db, id: string, secret: Uint8Array): Promise<void> {
  await sql`
    update webhooks set old_secret = secret, old_secret_ends_at = now() + make_interval(secs => ${OLD_SECRET_SECONDS}),
      secret = ${secret}
    where id = ${id}`.execute(db)
}

/** Deletes an address with all that was or is to be sent to it. Returns its origin. */
export async function deleteWebhookRow(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst()
  await db.deleteFrom('webhookDeliveries').where('webhookId', '=', id).execute()
  return row?.url
}

/** Queues an event of its own for one address. */
export async function queueTest(db: Db, webhookId: string): Promise<void> {
  await sql`
    insert into webhook_deliveries (webhook_id, topic, type, subject_id, body)
    values (${webhookId}, 'test', 'test.sent', 'test', json_build_object(
      'type', 'test.sent', 'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object('message', 'The shop reaches this address.')
    )::text)`.execute(db)
}

/** Has an address tried now, whatever failed before. */
export async function tryNow(db: Db, id: string): Promise<void> {
  await sql`update webhooks set next_at = now() where id = ${id}`.execute(db)
}

export interface DeliveryRow {
  id: number
  messageId: string
  type: string
  at: Date
  state: DeliveryState
  dueAt: Date
  attempts: number
  triedAt: Date | null
  body: string
  status: number | null
  answer: string | null
  fault: string | null
}

/** The deliveries of an address, the newest first. */
export async function listDeliveryRows(
  db: Db,
  { webhookId, state, limit, offset }: Window & { webhookId: string; state?: DeliveryState | undefined },
): Promise<ListPage<DeliveryRow>> {
  const isMeant = sql`webhook_id = ${webhookId} and ${state === undefined ? sql`true` : sql`state = ${state}`}`
  const { rows } = await sql<DeliveryRow & { total: number }>`
    with listed as (
      select id, message_id, type, at, state, due_at, attempts, tried_at, body, status, answer, fault
      from webhook_deliveries where ${isMeant} order by id desc limit ${limit} offset ${offset}
    )
    select listed.*, counted.total
    from (select count(*)::int as total from webhook_deliveries where ${isMeant}) counted
    left join listed on true order by id desc`.execute(db)
  return pageOf(rows)
}

/** Has a delivery sent again, under the same id. Returns whether there is one. */
export async function queueAgain(db: Db, webhookId: string, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, first_tried_at = null, due_at = now()
    where webhook_id = ${webhookId} and message_id = ${messageId} returning id`.execute(db)
  return rows.length > 0
}
