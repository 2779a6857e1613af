import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { connectionSettings } from '#server/db/postgres-pool.ts'

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 5000
/** How often a connection is asked whether it is still there, and how long it may take to say so. */
const BEAT = { everyMs: 15_000, answerMs: 5000 }

async function connect(url: string, channel: string, onNotify: (payload: string) => void): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(url))
  client.on('error', () => undefined)
  client.on('notification', (notification) => onNotify(notification.payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Ends a connection that is gone without a word, as when the server's machine is lost: else nothing would ever be heard again. */
function watch(client: pg.Client, { everyMs, answerMs }: typeof BEAT): void {
  const ask = { text: 'select 1', query_timeout: answerMs }
  const timer = setInterval(() => void client.query(ask).catch(() => client.end()), everyMs).unref()
  client.once('end', () => clearInterval(timer))
}

/**
 * LISTEN on a connection of its own, made again for as long as it takes whenever it is lost; `onNotify('')` then says
 * that something may have been missed. Rejects when the first connection fails.
 */
export async function listenOnServer(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  beat: typeof BEAT = BEAT,
) {
  const stop = new AbortController()
  let client = await connect(url, channel, onNotify)

  async function follow() {
    let waitMs = 0
    while (!stop.signal.aborted) {
      try {
        if (waitMs > 0) {
          await sleep(waitMs, undefined, { ref: false, signal: stop.signal })
          client = await connect(url, channel, onNotify)
          if (stop.signal.aborted) return await client.end()
          onNotify('')
        }
        watch(client, beat)
        waitMs = FIRST_RETRY_MS
        await new Promise((resolve) => client.once('end', resolve))
      } catch {
        waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)
      }
    }
  }
  const following = follow()

  return async () => {
    stop.abort()
    await client.end()
    await following
  }
}
