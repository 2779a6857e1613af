import { CompiledQuery, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/database-errors.ts'
import { readEmptySnapshot } from '#test/database.ts'
import { startEngines } from '#test/engines.ts'

const { engines } = await startEngines()
afterAll(async () => {
  for (const engine of engines) await engine.stop()
})

test.for(engines)('a row has the same types on the $name engine', async ({ openEmpty }) => {
  const { db, close } = await openEmpty()
  const { rows } = await sql`
    select 9007199254740991 as "big", count(*) as "count", sum(x) as "sumOfIntegers", array_agg(x::bigint) as "list",
      timestamptz '2026-11-21 12:00:00.25+05:30' as "instant", '\\x00ff'::bytea as "bytes",
      '{"a_b": [1, null]}'::jsonb as "json", 1.50::numeric as "numeric", date '2026-11-21' as "date",
      array['a', null] as "texts", true as "yes", null::bigint as "nothing", 0.5::float8 as "half"
    from generate_series(1, 3) x`.execute(db)

  expect(rows).toEqual([
    {
      big: 9_007_199_254_740_991,
      count: 3,
      sumOfIntegers: 6,
      list: [1, 2, 3],
      instant: new Date('2026-11-21T06:30:00.250Z'),
      bytes: Buffer.from([0, 255]),
      json: { a_b: [1, null] },
      numeric: '1.50',
      date: '2026-11-21',
      texts: ['a', null],
      yes: true,
      nothing: null,
      half: 0.5,
    },
  ])
  await close()
})

test.for(engines)('an integer that a number cannot hold throws on the $name engine', async ({ openEmpty }) => {
  const { db, close } = await openEmpty()
  await expect(sql`select 9007199254740993 as big`.execute(db)).rejects.toThrow(/too large/)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
})

test.for(engines)('what is stored comes back unchanged on the $name engine', async ({ openEmpty }) => {
  const { db, close } = await openEmpty()
  await sql`create table kept (key bytea primary key, at timestamptz, paise bigint, note text, extra jsonb)`.execute(db)
  const row = {
    key: Buffer.from('00ff10', 'hex'),
    at: new Date('2026-01-02T03:04:05.678Z'),
    paise: 4_294_967_296,
    note: null,
  }
  const extra = JSON.stringify({ full_name: "O'Neil \\ 👖" })
  const inserted =
    await sql`insert into kept values (${row.key}, ${row.at}, ${row.paise}, ${row.note}, ${extra})`.execute(db)
  expect(inserted.numAffectedRows).toBe(1n)

  const { rows } =
    await sql`select * from kept where key = any(${[row.key]}) and paise = any(${[1, row.paise]})`.execute(db)
  expect(rows).toEqual([{ ...row, extra: JSON.parse(extra) }])
  const missed = await sql`update kept set note = 'x' where paise = ${5}`.execute(db)
  expect(missed.numAffectedRows).toBe(0n)
  await close()
})

test.for(engines)('violations name their constraint on the $name engine', async ({ openEmpty }) => {
  const { db, close } = await openEmpty()
  await sql`create table parents (id text primary key, size int constraint positive check (size > 0))`.execute(db)
  await sql`create unique index parents_size on parents (lower(id))`.execute(db)
  await sql`create table children (parent text constraint has_parent references parents (id))`.execute(db)
  await sql`insert into parents values (${'a'}, ${1})`.execute(db)
  const failureOf = (query: Promise<unknown>) =>
    query.then(
      () => undefined,
      (error: unknown) => error,
    )

  const same = await failureOf(sql`insert into parents values (${'A'}, ${1})`.execute(db))
  expect([isUniqueViolation(same), isUniqueViolation(same, 'parents_size'), isUniqueViolation(same, 'other')]).toEqual([
    true,
    true,
    false,
  ])
  const negative = await failureOf(sql`insert into parents values (${'b'}, ${-1})`.execute(db))
  expect([isUniqueViolation(negative), isForeignKeyViolation(negative)]).toEqual([false, false])
  const orphan = await failureOf(sql`insert into children values (${'c'})`.execute(db))
  expect([isForeignKeyViolation(orphan, 'has_parent'), isForeignKeyViolation(same)]).toEqual([true, false])
  await close()
})

test.for(engines)('a failed transaction leaves nothing on the $name engine', async ({ openEmpty }) => {
  const { db, close } = await openEmpty()
  await sql`create table notes (text text)`.execute(db)
  const work = db.transaction().execute(async (db) => {
    await sql`insert into notes values (${'kept?'})`.execute(db)
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect((await sql`select * from notes`.execute(db)).rows).toEqual([])
  await close()
})

test.for(engines)(
  'several statements with a quoted body run as one script on the $name engine',
  async ({ openEmpty }) => {
    const { db, close } = await openEmpty()
    const script = `
    create table t (n int);
    create function fill() returns void language plpgsql as $$ begin insert into t values (1); insert into t values (2); end $$;
    select fill();`
    await db.transaction().execute((db) => db.executeQuery(CompiledQuery.raw(script)))
    expect((await sql`select * from t`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }])
    await close()
  },
)

test.for(engines)('a notification reaches the listener until it stops, on the $name engine', async ({ openEmpty }) => {
  const { db, listen, close } = await openEmpty()
  const heard: string[] = []
  const stop = await listen('catalogue', (payload) => heard.push(payload))
  await sql`select pg_notify('catalogue', 'one')`.execute(db)
  await expect.poll(() => heard).toEqual(['one'])
  await stop()
  await sql`select pg_notify('catalogue', 'two')`.execute(db)
  await sql`select 1`.execute(db)
  expect(heard).toEqual(['one'])
  await close()
})

test.for(engines)('the $name engine is reachable until it is closed', async ({ openEmpty }) => {
  const { isReachable, hasFreeSpace, close } = await openEmpty()
  expect(await isReachable(5000)).toBe(true)
  expect(hasFreeSpace()).toBe(true)
  await close()
  expect(await isReachable(5000)).toBe(false)
})

test('an engine that does not answer in time is not reachable', async () => {
  const { db, isReachable, close } = await openInMemory(await readEmptySnapshot())
  // Meanwhile its only connection is in use.
  await db.transaction().execute(async () => expect(await isReachable(20)).toBe(false))
  expect(await isReachable(5000)).toBe(true)
  await close()
})
