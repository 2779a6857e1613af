import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { connectionSettings } from '#server/db/server-pool.ts'

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 5000

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

/**
 * LISTEN on a connection of its own, made again for as long as it takes whenever it is lost; `onNotify('')` then says
 * that something may have been missed. Rejects when the first connection fails.
 */
export async function listenOnServer(url: string, channel: string, onNotify: (payload: string) => void) {
  const stop = new AbortController()
  let client = await connect(url, channel, onNotify)

  async function reconnect() {
    let waitMs = FIRST_RETRY_MS
    while (!stop.signal.aborted) {
      try {
        await sleep(waitMs, undefined, { ref: false, signal: stop.signal })
        client = await connect(url, channel, onNotify)
        return
      } catch {
        waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)
      }
    }
  }

  async function follow() {
    while (!stop.signal.aborted) {
      await new Promise((resolve) => client.once('end', resolve))
      if (stop.signal.aborted) return
      await reconnect()
      if (!stop.signal.aborted) onNotify('')
    }
  }
  const following = follow()

  return async () => {
    stop.abort()
    await client.end()
    await following
  }
}
