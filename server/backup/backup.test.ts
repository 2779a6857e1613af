import { sql } from 'kysely'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { shopPicture } from '#contract/settings/shop-pictures.ts'
import { readArchive, writeArchive } from '#server/backup/archive.ts'
import { backUp } from '#server/backup/back-up.ts'
import { restore } from '#server/backup/restore.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { startEngines, type TestEngine } from '#test/engines.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { jpegPicture } from '#test/pictures.ts'
import { buy } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { tableContents } from '#test/table-contents.ts'

const { engines } = await startEngines()
afterAll(async () => {
  for (const { stop } of engines) await stop()
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type TestShop = Awaited<ReturnType<typeof startShop>>

const silent = { say: () => {}, signal: new AbortController().signal }
const inFolder = (name: string) => join(folder, name)
/** The other engine, where this machine has two. */
const otherThan = (engine: TestEngine) => engines.find((other) => other !== engine) ?? engine

const openStore = (name: string) => openPictures({ dataDir: inFolder(name), bucket: undefined })

async function openShopOn(engine: TestEngine): Promise<TestShop> {
  const database = await engine.openEmpty()
  await migrate(database)
  return startShop({ database })
}

/** A product with a picture, made as an administrator does. */
async function createProduct({ admin, db }: TestShop) {
  const category = await addCategory(db)
  const { api } = await admin()
  const form = new FormData()
  const fields = {
    name: 'Linen “kurta”\n\\N',
    description: 'नीला, 100 %',
    price: '1499.50',
    stock: '500',
    category: category.name,
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.append('images', new File([new Uint8Array(await jpegPicture())], 'front.jpg', { type: 'image/jpeg' }))
  return (await api.createProduct(form)).product
}

/** A picture for the home page, set as an administrator does; resolves to its address. */
async function setHero({ admin, shop }: TestShop): Promise<string> {
  const form = new FormData()
  form.append('picture', new File([new Uint8Array(await jpegPicture({ width: 1000, height: 1250 }))], 'hero.jpg'))
  form.set('revision', '0')
  await (await admin()).api.setShopPicture('heroPicture', form)
  return shopPicture(shop.settings.current().heroPicture)?.src ?? ''
}

/** What guards the rows of a database: constraints and the triggers that are switched on. */
async function listGuards(db: Db) {
  const { rows } = await sql<{ guard: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as guard
    from pg_constraint where connamespace = current_schema()::regnamespace and conrelid > 0
    union all
    select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`.execute(db)
  return rows.map(({ guard }) => guard)
}

async function readJson(path: string, name: string): Promise<{ tables: Record<string, { rows: number }> }> {
  for await (const file of readArchive(path)) if (file.name === name) return JSON.parse(file.bytes.toString())
  throw new Error(`no ${name}`)
}

test.for(engines)(
  'a backup that was made while people buy brings a shop back after a loss, from the $name engine to the other',
  async (engine) => {
    const shop = await openShopOn(engine)
    const product = await createProduct(shop)
    const { order: known } = await buy(shop, product._id, 2)
    const hero = await setHero(shop)
    const [address = ''] = product.images
    const before = Buffer.from(await (await fetch(shop.origin + address)).arrayBuffer())

    const stop = new AbortController()
    const buying = Promise.all(
      [1, 2].map(async () => {
        let orders = 0
        for (; !stop.signal.aborted; orders += 1) await buy(shop, product._id)
        return orders
      }),
    )
    const said: string[] = []
    await expect.poll(() => shop.db.selectFrom('orders').select('id').execute()).not.toHaveLength(1)
    const sums = await backUp({ database: shop.shop.database, pictures: shop.shop.pictures }, inFolder('shop.tar.gz'), {
      ...silent,
      say: (line) => said.push(line),
    })
    stop.abort()
    const bought = (await buying).reduce((total, orders) => total + orders, 0)
    expect(sums.tables.orders?.rows).toBeGreaterThan(1)
    expect(sums.tables.orders?.rows).toBeLessThanOrEqual(bought + 1)
    expect(said).toContain('  2 pictures')
    await shop.close()

    const database = await otherThan(engine).openEmpty()
    const pictures = await openStore('restored')
    await restore({ database, pictures }, inFolder('shop.tar.gz'), silent.say)
    await expectInvariants(database.db)
    const restored = await startShop({ database, dataDir: inFolder('restored') })
    const after = Buffer.from(await (await fetch(restored.origin + address)).arrayBuffer())
    expect(after.equals(before)).toBe(true)
    expect((await fetch(restored.origin + hero)).status).toBe(200)
    const { order } = await (await restored.admin()).api.getOrderDetail(known._id)
    expect(order.products).toMatchObject([{ product: { name: product.name }, quantity: 2 }])
    await buy(restored, product._id)
    await expectInvariants(restored.db)
    await restored.close()
  },
)

test('from one engine to the other and back every row, sum and guard is the same', async () => {
  const [first, second] = [engines[0]!, otherThan(engines[0]!)]
  const shop = await openShopOn(first)
  const product = await createProduct(shop)
  await buy(shop, product._id)
  const pictures = await openStore('stored')
  for (const file of await readdir(join(shop.shop.config.dataDir, 'images'), { recursive: true })) {
    const hash = /([0-9a-f]{32})\.webp$/.exec(file)?.[1]
    if (hash) await pictures.addPrepared(await readFile(join(shop.shop.config.dataDir, 'images', file)), { hash })
  }
  const database = shop.shop.database
  const contents = await tableContents(shop.db)
  const guards = await listGuards(shop.db)
  const sums = await backUp({ database, pictures }, inFolder('1.tar.gz'), silent)

  const there = await second.openEmpty()
  await restore({ database: there, pictures: await openStore('there') }, inFolder('1.tar.gz'), silent.say)
  expect(await backUp({ database: there, pictures }, inFolder('2.tar.gz'), silent)).toMatchObject({
    tables: sums.tables,
    pictures: 1,
  })
  const back = await first.openEmpty()
  await restore({ database: back, pictures: await openStore('back') }, inFolder('2.tar.gz'), silent.say)
  expect(await tableContents(back.db)).toEqual(contents)
  expect(await listGuards(back.db)).toEqual(guards)
  expect(guards.length).toBeGreaterThan(100)

  const next = ({ db }: { db: Db }) =>
    sql<{ id: number }>`insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason)
      select id, 'supplier', 'shelf', 1, 'correction' from product_sizes limit 1 returning id`.execute(db)
  const [expected, found] = [await next({ db: shop.db }), await next(back)]
  expect(found.rows).toEqual(expected.rows)
  await there.close()
  await back.close()
  await shop.close()
})

test('nothing is overwritten: neither a file nor a database that holds something', async () => {
  const shop = await openShopOn(engines[0]!)
  const { database, pictures } = shop.shop
  await writeFile(inFolder('letter.txt'), 'Dear shop')
  await expect(backUp({ database, pictures }, inFolder('letter.txt'), silent)).rejects.toThrow(
    /letter\.txt exists already: choose another name/,
  )
  expect(await readFile(inFolder('letter.txt'), 'utf8')).toBe('Dear shop')

  await backUp({ database, pictures }, inFolder('shop.tar.gz'), silent)
  const contents = await tableContents(shop.db)
  await expect(restore({ database, pictures }, inFolder('shop.tar.gz'), silent.say)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/^The database is not empty \(it has the table \w+\): restore into a new one/),
  })
  expect(await tableContents(shop.db)).toEqual(contents)
  await shop.close()
})

test('a backup that is stopped or fails leaves no file', async () => {
  const shop = await openShopOn(engines[0]!)
  const stop = new AbortController()
  const say = () => stop.abort(new Error('stopped'))
  const source = { database: shop.shop.database, pictures: shop.shop.pictures }
  await expect(backUp(source, inFolder('shop.tar.gz'), { say, signal: stop.signal })).rejects.toThrow('stopped')
  expect(await readdir(folder)).toEqual([])
  await expect(backUp(source, inFolder('nowhere/shop.tar.gz'), silent)).rejects.toThrow(
    /nowhere\/shop\.tar\.gz cannot be written: ENOENT/,
  )
  const empty = await engines[0]!.openEmpty()
  await expect(backUp({ ...source, database: empty }, inFolder('shop.tar.gz'), silent)).rejects.toThrow(
    'There is nothing to back up: the database holds no shop.',
  )
  expect(await readdir(folder)).toEqual([])
  await empty.close()
  await shop.close()
})

/** Writes the archive anew with some of its files changed or left out. */
async function rewrite(from: string, to: string, change: (name: string, text: string) => string | undefined) {
  await writeArchive(to, silent.signal, async (add) => {
    for await (const { name, bytes } of readArchive(from)) {
      const text = name.endsWith('.webp') ? undefined : change(name, bytes.toString())
      if (text !== undefined) await add(name, Buffer.from(text))
      else if (name.endsWith('.webp')) await add(name, bytes)
    }
  })
}

test('a file that is damaged, cut off or no backup is refused and leaves the database empty', async () => {
  const shop = await openShopOn(engines[0]!)
  await addProduct(shop.db, { name: 'Oxford shirt' })
  const whole = inFolder('whole.tar.gz')
  await backUp({ database: shop.shop.database, pictures: shop.shop.pictures }, whole, silent)
  const bytes = await readFile(whole)
  const tar = gunzipSync(bytes)
  await writeFile(inFolder('cut.tar.gz'), bytes.subarray(0, bytes.length - 200))
  await writeFile(inFolder('cut-well.tar.gz'), gzipSync(tar.subarray(0, tar.length / 2)))
  await writeFile(inFolder('letter.tar.gz'), 'Dear shop')
  await rewrite(whole, inFolder('changed.tar.gz'), (_, text) => text.replace('Oxford', 'Exford'))
  await rewrite(whole, inFolder('endless.tar.gz'), (name, text) => (name === 'sums.json' ? undefined : text))
  await rewrite(whole, inFolder('headless.tar.gz'), (name, text) => (name === 'manifest.json' ? undefined : text))
  await rewrite(whole, inFolder('newer.tar.gz'), (_, text) => text.replace('0349-baseline.sql', '9999-later.sql'))
  const faults = {
    'cut.tar.gz': /cut\.tar\.gz is no backup, or is damaged/,
    'cut-well.tar.gz': /is no backup, or is damaged/,
    'letter.tar.gz': /letter\.tar\.gz is no backup, or is damaged/,
    'changed.tar.gz': /is damaged: the table products is not as it was\. Nothing was restored/,
    'endless.tar.gz': /is damaged: its end is missing/,
    'headless.tar.gz': /headless\.tar\.gz is no backup of a shop/,
    'newer.tar.gz': /9999-later\.sql is applied but unknown here: the database needs a newer shop/,
  }
  const database = await engines[0]!.openEmpty()
  const pictures = await openStore('restored')
  for (const [name, message] of Object.entries(faults)) {
    await expect(restore({ database, pictures }, inFolder(name), silent.say)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(message),
    })
    expect(await tableContents(database.db).catch(() => ({}))).toEqual({})
  }
  await restore({ database, pictures }, whole, silent.say)
  expect(await tableContents(database.db)).toEqual(await tableContents(shop.db))
  await database.close()
  await shop.close()
})

test('a backup of an older release is migrated to this one', async () => {
  const [older, newer] = [new URL('../db/migrations', import.meta.url).pathname, inFolder('migrations')]
  await cp(older, newer, { recursive: true })
  await writeFile(join(newer, '9999-notes.sql'), `alter table categories add column note text not null default 'none'`)
  const database = await engines[0]!.openEmpty()
  await migrate(database, older)
  await sql`insert into categories (id, name, slug) values ('c1', 'Shirts', 'shirts')`.execute(database.db)
  const pictures = await openStore('old')
  await backUp({ database, pictures }, inFolder('old.tar.gz'), silent)
  await database.close()

  const restored = await otherThan(engines[0]!).openEmpty()
  // What must not be found as it was in the backup is changed with it: stopped there, the restore leaves the database
  // empty.
  const onFilled = async (db: Db) => {
    await db.deleteFrom('secrets').execute()
    throw new Error('stopped')
  }
  const target = { database: restored, pictures, migrations: newer }
  const stopped = restore({ ...target, onFilled }, inFolder('old.tar.gz'), silent.say)
  await expect(stopped).rejects.toThrow('stopped')
  const said: string[] = []
  await restore(target, inFolder('old.tar.gz'), (line) => said.push(line))
  expect(said.join('\n')).toContain('Migrated: 9999-notes.sql')
  expect(await migrate(restored, newer)).toEqual([])
  expect((await sql`select id, note from categories`.execute(restored.db)).rows).toEqual([{ id: 'c1', note: 'none' }])
  await expectInvariants(restored.db)
  await restored.close()
})

test('the sums name every table of the shop', async () => {
  const shop = await openShopOn(engines[0]!)
  const path = inFolder('shop.tar.gz')
  await backUp({ database: shop.shop.database, pictures: shop.shop.pictures }, path, silent)
  const { tables } = await readJson(path, 'sums.json')
  expect(Object.keys(tables).toSorted()).toEqual(Object.keys(await tableContents(shop.db)).toSorted())
  await shop.close()
})
