import { sql } from 'kysely'

import type { PauseReason } from '#contract/programs/webhook-topics.ts'
import type { Db } from '#server/db/database.ts'
import type { CallResult } from '#server/programs/webhooks/post-event.ts'

import {
  CALLS_IN_ROUND,
  CLAIM_SECONDS,
  GIVE_UP_SECONDS,
  WEBHOOK_PAUSE,
} from '#server/programs/webhooks/webhook-times.ts'

/** The deliveries that may go now: none before one about the same that was tried and waits for its next attempt. */
const canGo = (webhookId: ReturnType<typeof sql>) => sql`
  delivery.webhook_id = ${webhookId} and delivery.state = 'waiting' and delivery.due_at <= now()
  and not exists (
    select from webhook_deliveries tried
    where tried.webhook_id = delivery.webhook_id and tried.subject_id = delivery.subject_id and tried.state = 'waiting'
      and tried.attempts > 0 and tried.due_at > now()
  )`

/** Claims the addresses to which something is to be sent now and to which no process sends. */
export async function claimWebhooks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update webhooks set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id in (
      select id from webhooks
      where paused_at is null and next_at <= now() and claimed_until <= now()
        and exists (select from webhook_deliveries delivery where ${canGo(sql`webhooks.id`)})
      for update skip locked
    )
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface ClaimedWebhook {
  id: string
  url: string
  /** The present one first. */
  secrets: Uint8Array[]
  failures: number
}

/** Keeps a claimed address for the next round; undefined where it is gone, paused or to be left alone. */
export async function keepClaim(db: Db, id: string): Promise<ClaimedWebhook | undefined> {
  const { rows } = await sql<Omit<ClaimedWebhook, 'secrets'> & { secret: Uint8Array; oldSecret: Uint8Array | null }>`
    update webhooks set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = ${id} and paused_at is null and next_at <= now()
    returning id, url, failures, secret, case when old_secret_ends_at > now() then old_secret end as old_secret`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const { secret, oldSecret, ...webhook } = row
  return { ...webhook, secrets: oldSecret ? [secret, oldSecret] : [secret] }
}

export async function releaseClaim(db: Db, id: string): Promise<void> {
  await sql`update webhooks set claimed_until = now() where id = ${id}`.execute(db)
}

export interface DueDelivery {
  id: number
  messageId: string
  subjectId: string
  body: string
}

/** What is to be sent to an address now, in its order: of one that failed last time only the first. */
export async function listDueDeliveries(db: Db, { id, failures }: ClaimedWebhook): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select delivery.id, message_id, subject_id, body from webhook_deliveries delivery
    where ${canGo(sql`${id}`)}
    order by delivery.id limit ${failures > 0 ? 1 : CALLS_IN_ROUND}`.execute(db)
  return rows
}

export interface CallOutcome extends CallResult {
  id: number
}

const pauseAfter = (failures: ReturnType<typeof sql>) => {
  const { firstSeconds, longestSeconds } = WEBHOOK_PAUSE
  return sql`make_interval(secs => least(${firstSeconds} * 2 ^ least(${failures}, 20), ${longestSeconds}))`
}

/**
 * Notes what became of the calls of a round. An address that took one is well; one that took none is left alone, longer
 * after each time. Returns why it is paused, if it is from now on.
 */
export async function saveOutcomes(
  db: Db,
  webhookId: string,
  outcomes: readonly CallOutcome[],
): Promise<PauseReason | undefined> {
  const tried = outcomes.length > 0
  const isWell = outcomes.some(({ fault }) => fault === null)
  const isGone = outcomes.some(({ status }) => status === 410)
  if (!tried) return undefined
  await sql`
    update webhook_deliveries delivery set
      state = case
        when given.fault is null then 'delivered'
        when delivery.first_tried_at < now() - make_interval(secs => ${GIVE_UP_SECONDS})
          and (webhooks.failing_since is null or webhooks.failing_since > delivery.first_tried_at) then 'failed'
        else 'waiting'
      end,
      attempts = delivery.attempts + 1, first_tried_at = coalesce(delivery.first_tried_at, now()), tried_at = now(),
      due_at = now() + ${pauseAfter(sql`delivery.attempts`)},
      status = given.status, answer = given.answer, fault = given.fault
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::text::jsonb)
      as given (id bigint, status integer, answer text, fault text), webhooks
    where delivery.id = given.id and delivery.webhook_id = ${webhookId} and webhooks.id = ${webhookId}`.execute(db)
  if (isWell && !isGone) {
    await sql`update webhooks set failures = 0, failing_since = null, next_at = now() where id = ${webhookId}`.execute(
      db,
    )
    return undefined
  }
  const { rows } = await sql<{ pauseReason: PauseReason | null }>`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      next_at = now() + ${pauseAfter(sql`failures`)},
      paused_at = case when ${isGone} or failing_since < now() - make_interval(secs => ${GIVE_UP_SECONDS}) then now() end,
      pause_reason = case
        when ${isGone} then 'gone'
        when failing_since < now() - make_interval(secs => ${GIVE_UP_SECONDS}) then 'failing'
      end
    where id = ${webhookId} and paused_at is null
    returning pause_reason`.execute(db)
  return rows[0]?.pauseReason ?? undefined
}

/** Queues a mail about a paused address to each owner. */
export async function queuePauseMails(db: Db, webhookId: string): Promise<void> {
  await sql`
    insert into mails (name, key, email, payload)
    select 'webhook-paused', gen_random_uuid()::text, email,
      jsonb_build_object('isConfirmed', email_confirmed_at is not null, 'webhookId', ${webhookId}::text)
    from users where role = 'admin' and staff_role = 'owner' and deactivated_at is null`.execute(db)
}
