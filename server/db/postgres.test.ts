import { sql } from 'kysely'
import { createServer } from 'node:http'
import { connect, createServer as createProxy, type Socket } from 'node:net'
import { once } from 'node:events'
import { inspect } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'

import { isConnectionFailure, isRetryable } from '#server/db/database-errors.ts'
import { listenOnServer } from '#server/db/listener.ts'
import { openDatabase } from '#server/db/open.ts'
import { createServerPool } from '#server/db/postgres-pool.ts'
import { inDatabase } from '#test/database.ts'
import { createEmpty } from '#test/engines.ts'
import { startPostgres } from '#test/postgres.ts'
import { startStopwatch } from '#test/stopwatch.ts'

// Real processes and disks take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

// None where the machine has no PostgreSQL: what needs one is then not tested.
const servers = [await startPostgres()].filter((server) => server !== undefined)
afterAll(async () => {
  for (const server of servers) await server.stop()
})

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
const failureOf = (query: Promise<unknown>) =>
  query.then(
    () => undefined,
    (error: unknown) => error,
  )

async function expectRefusal(url: string, message: RegExp) {
  const failure = await failureOf(open(url))
  expect(failure).toMatchObject({ name: 'StartupError', message: expect.stringMatching(message) })
  expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain('s3cret')
}

test('a server that does not answer is reported in one sentence', async () => {
  await expectRefusal(
    'postgres://shop:s3cret@127.0.0.1:1/shop',
    /^DATABASE_URL cannot be used: nothing answers at 127\.0\.0\.1:1\.$/,
  )
  await expectRefusal(
    'postgres://shop:s3cret@nowhere.invalid:5432/shop',
    /^DATABASE_URL cannot be used: there is no host nowhere\.invalid\.$/,
  )
})

test('an invalid address is reported without showing it', async () => {
  await expectRefusal('postgres://shop:s3cret@host:port/shop', /^DATABASE_URL is wrong: /)
})

test('a server other than PostgreSQL is reported', async () => {
  const web = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(web, 'listening')
  const address = web.address()
  const port = typeof address === 'object' ? address?.port : 0
  await expectRefusal(
    `postgres://shop:s3cret@127.0.0.1:${port}/shop`,
    /^DATABASE_URL cannot be used: no PostgreSQL answers at 127\.0\.0\.1:\d+ \(.*\)\.$/,
  )
  web.closeAllConnections()
  web.close()
})

test.for(servers)('a wrong password and a missing database are told, never with the password', async (server) => {
  const wrong = server.url.replace('throw-away', 's3cret')
  await expectRefusal(wrong, /does not let the user postgres in with this password\.$/)
  await expectRefusal(inDatabase(server.url, 'missing'), /has no database missing\.$/)
})

test.for(servers)('a statement that takes too long is cut off by the server', async (server) => {
  const { db, close } = await open(server.url)
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`.execute(db)
  expect(rows).toEqual([{ statement: '15s', idle: '15s', zone: 'UTC' }])
  const cut = await failureOf(
    db.transaction().execute(async (db) => {
      await sql`set local statement_timeout = 50`.execute(db)
      await sql`select pg_sleep(10)`.execute(db)
    }),
  )
  expect(isConnectionFailure(cut)).toBe(true)
  await close()
})

test.for(servers)('migrations and imports may take as long as they need', async (server) => {
  const { withoutTimeLimit, close } = await open(server.url)
  const limit = await withoutTimeLimit((db) =>
    sql`select current_setting('statement_timeout') as statement`.execute(db),
  )
  expect(limit.rows).toEqual([{ statement: '0' }])
  await close()
})

test.for(servers)('two transactions that wait for each other are told apart as worth another try', async (server) => {
  const { db, close } = await open(await createEmpty(server))
  await sql`create table stock (id int primary key, n int)`.execute(db)
  await sql`insert into stock values (1, 0), (2, 0)`.execute(db)
  const bothLocked = Promise.withResolvers<void>()
  let locks = 0
  const lockBoth = (first: number, second: number) =>
    db.transaction().execute(async (db) => {
      await sql`update stock set n = n + 1 where id = ${first}`.execute(db)
      locks += 1
      if (locks === 2) bothLocked.resolve()
      await bothLocked.promise
      await sql`update stock set n = n + 1 where id = ${second}`.execute(db)
    })
  const failures = await Promise.all([failureOf(lockBoth(1, 2)), failureOf(lockBoth(2, 1))])
  expect(failures.filter((failure) => failure !== undefined).map(isRetryable)).toEqual([true])
  await close()
})

test.for(servers)(
  'while the server restarts calls fail as cut off, the process lives on, and within 5 s all is well',
  async (server) => {
    const { db, isReachable, listen, close } = await open(await createEmpty(server))
    await sql`create table notes (n int)`.execute(db)
    const heard: string[] = []
    const stop = await listen('catalogue', (payload) => heard.push(payload))

    const closing = new AbortController()
    const failures: unknown[] = []
    const customer = async () => {
      while (!closing.signal.aborted) {
        const failure = await failureOf(
          db.transaction().execute(async (db) => {
            await sql`insert into notes values (${1})`.execute(db)
            await sql`select pg_sleep(0.01)`.execute(db)
          }),
        )
        if (failure) failures.push(failure)
      }
    }
    const customers = Array.from({ length: 20 }, customer)
    await expect.poll(() => isReachable(1000)).toBe(true)
    await server.restart()
    const stopWatch = startStopwatch()
    await expect.poll(() => isReachable(1000)).toBe(true)
    expect(stopWatch()).toBeLessThan(5000)
    closing.abort()
    await Promise.all(customers)

    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((failure) => !isConnectionFailure(failure))).toEqual([])
    // One empty notification stands for all that were missed while the connection was cut.
    await expect.poll(() => heard).toEqual([''])
    await sql`select pg_notify('catalogue', 'again')`.execute(db)
    await expect.poll(() => heard).toEqual(['', 'again'])
    expect(await Promise.all(Array.from({ length: 10 }, () => isReachable(5000)))).not.toContain(false)
    await stop()
    await close()
  },
)

test.for(servers)(
  'a server that is not the primary any more is refused in one sentence and used again once it is',
  async (server) => {
    const url = await createEmpty(server)
    const { db, isReachable, listen, close } = await open(url)
    await sql`create table notes (n int)`.execute(db)
    const heard: string[] = []
    const stop = await listen('catalogue', (payload) => heard.push(payload))
    await server.demote()
    const failures = await Promise.all(
      Array.from({ length: 20 }, () => failureOf(sql`select * from notes`.execute(db))),
    )
    expect(failures.filter((failure) => !isConnectionFailure(failure))).toEqual([])
    expect(await failureOf(sql`select 1`.execute(db))).toMatchObject({ code: '25006' })
    expect(await isReachable(5000)).toBe(false)
    await expectRefusal(url, /^DATABASE_URL leads to a standby: the shop needs the primary\.$/)
    await server.promote()
    await sql`insert into notes values (1)`.execute(db)
    await expect.poll(() => heard).toEqual([''])
    await stop()
    await close()
  },
)

test.for(servers)('a connection on which nothing can be written any more is dropped', async (server) => {
  const url = await createEmpty(server)
  const pool = createServerPool(url, { max: 1, hasTimeLimits: true })
  const ask = async (text: string) => {
    const client = await pool.connect()
    try {
      return (await client.query<{ pid: number }>(text, [])).rows[0]?.pid
    } finally {
      client.release()
    }
  }
  await ask('create table notes (n int)')
  const first = await ask('select pg_backend_pid() as pid')
  expect(await ask('select pg_backend_pid() as pid')).toBe(first)
  await ask('set default_transaction_read_only = on')
  expect(await failureOf(ask('insert into notes values (1)'))).toMatchObject({ code: '25006' })
  await ask('insert into notes values (1)')
  expect(await ask('select pg_backend_pid() as pid')).not.toBe(first)
  await pool.end()
})

/** Listens before the server; `onConnection` gets both ends of each connection. */
async function startProxy(url: string, onConnection: (near: Socket, far: Socket) => void) {
  const target = new URL(url)
  const { hostname, port } = target
  const proxy = createProxy((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.once('close', () => far.destroy())
    onConnection(near, far)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  target.port = String(typeof address === 'object' ? address?.port : 0)
  return { url: target.href, close: () => void proxy.close() }
}

/** A proxy to the server until `freeze`: from then on every open connection stays open and silent. */
async function startFreezingProxy(url: string) {
  const pairs: [Socket, Socket][] = []
  const proxy = await startProxy(url, (near, far) => {
    near.pipe(far).pipe(near)
    pairs.push([near, far])
  })
  return {
    url: proxy.url,
    freeze() {
      for (const [near, far] of pairs) {
        far.unpipe(near)
        near.unpipe(far)
        far.resume()
        near.resume()
      }
    },
    close() {
      for (const [near] of pairs) near.destroy()
      proxy.close()
    },
  }
}

/** A proxy to the server. Once somebody has sent `word`, it holds back every answer until `letGo`. */
async function startHoldingProxy(url: string, word: string) {
  const held: (() => void)[] = []
  let isHolding = false
  const proxy = await startProxy(url, (near, far) => {
    near.on('data', (sent: Buffer) => {
      if (isHolding && sent.includes(word)) {
        far.pause()
        held.push(() => far.resume())
      }
      far.write(sent)
    })
    far.on('data', (sent: Buffer) => near.write(sent))
    far.once('close', () => near.destroy())
  })
  return {
    url: proxy.url,
    hold: () => void (isHolding = true),
    letGo() {
      isHolding = false
      for (const resume of held) resume()
    },
    close: proxy.close,
  }
}

test.for(servers)('a connection that comes too late for who asked for it is there for the next one', async (server) => {
  const proxy = await startHoldingProxy(server.url, 'set timezone')
  const pool = createServerPool(proxy.url, { max: 1, hasTimeLimits: true })
  const first = await pool.connect()
  proxy.hold()
  const late = failureOf(pool.connect())
  first.release(true)
  expect(await late).toMatchObject({ message: 'timeout exceeded when trying to connect' })
  proxy.letGo()
  const next = await pool.connect()
  expect(await next.query('select 1 as one', [])).toMatchObject({ rows: [{ one: 1 }] })
  next.release()
  await pool.end()
  proxy.close()
})

test.for(servers)('a listener whose server is gone without a word listens anew', async (server) => {
  const url = await createEmpty(server)
  const proxy = await startFreezingProxy(url)
  const heard: string[] = []
  const { db, close } = await open(url)
  const notify = (channel: string, word = '') => sql`select pg_notify(${channel}, ${word})`.execute(db)
  const stop = await listenOnServer({
    url: proxy.url,
    channel: 'catalogue',
    onNotify: (payload) => heard.push(payload),
    notify,
    poller: { ask: async () => false, forget: () => undefined },
    // Long enough for the answer of a server that lives on a busy machine.
    beat: { everyMs: 500, answerMs: 2000 },
  })
  const tell = (word: string) => notify('catalogue', word)
  await tell('before')
  await expect.poll(() => heard).toEqual(['before'])
  proxy.freeze()
  await tell('lost')
  await expect.poll(() => heard).toEqual(['before', ''])
  await tell('after')
  await expect.poll(() => heard).toEqual(['before', '', 'after'])
  await stop()
  await close()
  proxy.close()
})
