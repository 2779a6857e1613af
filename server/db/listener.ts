import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setInterval as every, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import type { ChangePoller } from '#server/db/change-poller.ts'

import { connectionSettings } from '#server/db/postgres-pool.ts'

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 5000
/** How often a connection is asked whether it is alive, and how long the answer may take. */
const BEAT = { everyMs: 1000, answerMs: 2000 }
/** How long a notification may take to be heard. */
const HEARD_WITHIN_MS = 1000
/** How often the database is asked for changes while no notification arrives. */
const ASK_EVERY_MS = 500

interface Listening {
  url: string
  channel: string
  onNotify: (payload: string) => void
  /** Sends an empty notification on a channel, over another connection. */
  notify: (channel: string) => Promise<unknown>
  poller: ChangePoller
  beat?: typeof BEAT
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(url))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Ends a connection that no longer answers. When the server's machine is lost, nothing else reports it. */
function watch(client: pg.Client, { everyMs, answerMs }: typeof BEAT): void {
  const ask = { text: 'select 1', query_timeout: answerMs }
  const timer = setInterval(() => void client.query(ask).catch(() => client.end()), everyMs).unref()
  client.once('end', () => clearInterval(timer))
}

/**
 * Listens on a connection of its own and connects again whenever that is lost. While no notification arrives, because
 * the connection is lost or a pooler swallows them, it asks twice a second for changes, and calls `onNotify('')` if
 * there may be some. It also does so when notifications arrive again. Rejects if the first connection fails.
 */
export async function listenOnServer({ url, channel, onNotify, notify, poller, beat = BEAT }: Listening) {
  const stop = new AbortController()
  /** A channel of this listener alone, to test whether notifications arrive at all. */
  const ownChannel = `listener_${randomBytes(8).toString('hex')}`
  let isHearing = false
  let client = await connect(url)

  /** Listens on both channels. Resolves to whether a notification arrives on the own one. */
  async function listen(): Promise<boolean> {
    await client.query(`listen ${ownChannel}`)
    const heard = once(client, 'notification', { signal: AbortSignal.timeout(HEARD_WITHIN_MS) }).then(
      () => true,
      () => false,
    )
    await notify(ownChannel)
    if (!(await heard)) return false
    client.on(
      'notification',
      (notification) => notification.channel === channel && onNotify(notification.payload ?? ''),
    )
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return true
  }
  const tryToListen = () => listen().catch(() => false)

  async function untilLost(): Promise<void> {
    const lost = new Promise((resolve) => client.once('end', resolve))
    watch(client, beat)
    await lost
  }

  async function follow(): Promise<void> {
    let waitMs = 0
    while (!stop.signal.aborted) {
      if (isHearing) {
        waitMs = 0
        await untilLost()
        isHearing = false
      } else {
        await client.end().catch(() => undefined)
      }
      waitMs = Math.min(Math.max(waitMs * 2, FIRST_RETRY_MS), LONGEST_RETRY_MS)
      await sleep(waitMs, undefined, { ref: false, signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      try {
        client = await connect(url)
        isHearing = await tryToListen()
        if (isHearing) onNotify('')
      } catch {
        // It is tried again.
      }
    }
  }

  async function askWhatWasMissed(): Promise<void> {
    try {
      for await (const _ of every(ASK_EVERY_MS, undefined, { ref: false, signal: stop.signal })) {
        if (isHearing) poller.forget()
        else if (await poller.ask().catch(() => false)) onNotify('')
      }
    } catch {
      // Stopped.
    }
  }

  isHearing = await tryToListen()
  const working = Promise.all([follow(), askWhatWasMissed()])
  return async () => {
    stop.abort()
    await client.end().catch(() => undefined)
    await working
    await client.end().catch(() => undefined)
  }
}
