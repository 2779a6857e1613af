import type { z } from 'zod'

import type { Db } from '#server/db/database.ts'
import type { Delivery, Webhook, WebhookChange, WebhookInput, WebhookSecret } from '#contract/programs/webhooks.ts'
import type { DeliveryState } from '#contract/programs/webhook-topics.ts'

import { MAX_WEBHOOKS } from '#contract/programs/webhook-limits.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { conflict, invalid, invalidField, notFound } from '#server/errors.ts'
import { newSecret, secretText } from '#server/programs/webhooks/sign-webhook.ts'
import { presentDelivery, presentWebhook } from '#server/programs/webhooks/present-webhook.ts'
import {
  countToAdd,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listDeliveryRows,
  listWebhookRows,
  lockWebhook,
  pauseWebhook,
  queueAgain,
  queueTest,
  replaceSecret,
  resumeWebhook,
  tryNow,
  updateWebhook,
  type WebhookRow,
} from '#server/programs/webhooks/webhook-queries.ts'
import { urlFault, type Caller } from '#server/programs/webhooks/webhook-url.ts'

interface PageAsked {
  page?: number | undefined
  limit?: number | undefined
}

/** The addresses that the shop tells of its changes, the oldest first. */
export async function listWebhooks(db: Db, asked: PageAsked): Promise<ListPage<Webhook>> {
  return mapPage(await listWebhookRows(db, windowOf(asked)), presentWebhook)
}

const found = (row: WebhookRow | undefined): WebhookRow => {
  if (!row) throw notFound('Webhook')
  return row
}

/** Throws not-found for an unknown address. */
export const getWebhook = async (db: Db, id: string): Promise<Webhook> =>
  presentWebhook(found(await findWebhook(db, id)))

/** The address as it is called: without what is never sent. */
function checkedUrl(typed: string, caller: Caller): string {
  const fault = urlFault(typed, caller)
  if (fault !== undefined) throw invalidField('url', fault)
  const url = new URL(typed)
  url.hash = ''
  return url.href
}

/** What the log may have of an address: its path or its query may be a secret. */
const originOf = (url: string): string => new URL(url).origin

/** Adds an address. Its secret is in no other answer. */
export function addWebhook(
  db: Db,
  actorId: string,
  { url: typed, topics }: z.output<typeof WebhookInput>,
  caller: Caller,
): Promise<Omit<WebhookSecret, 'message'>> {
  const url = checkedUrl(typed, caller)
  return inTransaction(db, async (db) => {
    if ((await countToAdd(db)) >= MAX_WEBHOOKS) {
      throw invalid(`There are ${MAX_WEBHOOKS} webhooks already. Please delete one first.`)
    }
    const [id, secret] = [newId(), newSecret()]
    await insertWebhook(db, { id, url, topics, secret })
    await recordChange(db, actorId, 'add webhook', ['webhook', id], { after: { address: originOf(url), topics } })
    return { _id: id, secret: secretText(secret), webhook: await getWebhook(db, id) }
  })
}

/** Changes where an address leads and what it hears of; pauses it, or lets it have what has waited. */
export function changeWebhook(
  db: Db,
  { actorId, id }: { actorId: string; id: string },
  { url: typed, topics, isPaused }: z.output<typeof WebhookChange>,
  caller: Caller,
): Promise<Webhook> {
  const url = typed === undefined ? undefined : checkedUrl(typed, caller)
  return inTransaction(db, async (db) => {
    const before = found(await lockWebhook(db, id))
    await updateWebhook(db, { id, url: url ?? before.url, topics: topics ?? before.topics })
    if (isPaused === true) await pauseWebhook(db, id)
    if (isPaused === false) await resumeWebhook(db, id)
    const after = found(await findWebhook(db, id))
    const shown = (row: WebhookRow) => ({
      address: originOf(row.url),
      topics: row.topics,
      isPaused: row.pausedAt !== null,
    })
    await recordChange(db, actorId, 'change webhook', ['webhook', id], { before: shown(before), after: shown(after) })
    return presentWebhook(after)
  })
}

/** Gives an address another secret. The one before signs too for a day. */
export function renewSecret(db: Db, actorId: string, id: string): Promise<Omit<WebhookSecret, 'message'>> {
  return inTransaction(db, async (db) => {
    found(await lockWebhook(db, id))
    const secret = newSecret()
    await replaceSecret(db, id, secret)
    await recordChange(db, actorId, 'renew secret of webhook', ['webhook', id])
    return { _id: id, secret: secretText(secret), webhook: await getWebhook(db, id) }
  })
}

/** Deletes an address. What waited for it is not sent. */
export function deleteWebhook(db: Db, actorId: string, id: string): Promise<void> {
  return inTransaction(db, async (db) => {
    const url = await deleteWebhookRow(db, id)
    if (url === undefined) throw notFound('Webhook')
    await recordChange(db, actorId, 'delete webhook', ['webhook', id], { before: { address: originOf(url) } })
  })
}

async function lockSending(db: Db, id: string): Promise<void> {
  const { pausedAt } = found(await lockWebhook(db, id))
  if (pausedAt !== null) throw conflict('This webhook is paused. Please let it go on first.')
}

/** Sends an event that tells of nothing. */
export function sendTest(db: Db, id: string): Promise<void> {
  return inTransaction(db, async (db) => {
    await lockSending(db, id)
    await queueTest(db, id)
    await tryNow(db, id)
  })
}

/** Sends a delivery again, under the same id and with the same body. */
export function sendAgain(db: Db, actorId: string, id: string, deliveryId: string): Promise<void> {
  return inTransaction(db, async (db) => {
    await lockSending(db, id)
    if (!(await queueAgain(db, id, deliveryId))) throw notFound('Delivery')
    await tryNow(db, id)
    await recordChange(db, actorId, 'send webhook again', ['webhook', id], { after: { delivery: deliveryId } })
  })
}

/** What was told to an address and what waits, the newest first. */
export async function listDeliveries(
  db: Db,
  id: string,
  { state, page = 1, limit }: PageAsked & { state?: DeliveryState | undefined },
): Promise<ListPage<Delivery>> {
  found(await findWebhook(db, id))
  return mapPage(await listDeliveryRows(db, { webhookId: id, state, ...windowOf({ page, limit }) }), presentDelivery)
}
