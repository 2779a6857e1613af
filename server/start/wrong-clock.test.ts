import { generate } from 'otplib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { sendMails } from '#server/mails/service.ts'
import { addProduct } from '#test/factories.ts'
import { createEmpty } from '#test/engines.ts'
import { expectInvariants } from '#test/invariants.ts'
import { needPrograms } from '#test/need-programs.ts'
import { startPostgres } from '#test/postgres.ts'
import { ADDRESS, buy, fillCart, NEVER, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { setClock, shiftClock } from '#test/shift-clock.ts'
import { startShop } from '#test/start-shop.ts'

// The clock of the embedded engine is that of its process, so only a server tells the two apart.
const servers = [await startPostgres()].filter((server) => server !== undefined)
needPrograms('PostgreSQL', servers)

const HOUR_MS = 3_600_000
const IN_TIME_MS = 60_000

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  const [server] = servers
  if (!server) return
  const database = await openDatabase({
    databaseUrl: await createEmpty(server),
    dataDir: '',
    onFatal: () => undefined,
  })
  await migrate(database)
  shop = await startShop({ database })
})
afterEach(async () => {
  shiftClock(0)
  if (servers.length > 0) await expectInvariants(shop.db)
})
afterAll(async () => {
  await shop?.close()
  await servers[0]?.stop()
})

test.for(servers)(
  'the link that confirms an order for cash works until the order ends, with a clock two days ahead',
  async () => {
    await setSettings(shop, { takesCash: true })
    const buyer = await signedIn(shop)
    await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 149_900 })).id)
    const { _id, confirmUntil } = await buyer.api.orderForCash({ address: ADDRESS })
    setClock(Date.now() + 48 * HOUR_MS)
    await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
    await sendMails(shop.shop, NEVER)
    shiftClock(0)
    const link = await shop.db
      .selectFrom('accountLinks')
      .select('expiresAt')
      .where('purpose', '=', 'confirm cash order')
      .where('key', '=', _id)
      .executeTakeFirstOrThrow()
    expect(link.expiresAt?.toISOString()).toBe(confirmUntil)
  },
)

test.for(servers)(
  'a receipt voucher has the tax of the day that it is dated, with a clock of before the rates changed',
  async () => {
    await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
    const { id } = await addProduct(shop.db, { pricePaise: 200_000 })
    setClock(Date.parse('2025-09-01T06:00:00Z'))
    const { order } = await buy(shop, id)
    shiftClock(0)
    const { rows } = await sql<{ data: { tax: { percent: number }[] } }>`
    select data from documents where order_id = ${order._id}`.execute(shop.db)
    expect(rows.map(({ data }) => data.tax.map(({ percent }) => percent))).toEqual([[5]])
    await setSettings(shop, { taxRegistration: 'none' })
  },
)

test.for(servers)(
  'a comparison with the provider ends a minute ago by the database, with a clock an hour ahead',
  async () => {
    const admin = await signedIn(shop, 'admin')
    setClock(Date.now() + HOUR_MS)
    const { reconciliation } = await admin.api.requestReconciliation()
    shiftClock(0)
    expect(Math.abs(Date.parse(reconciliation.to) + 60_000 - Date.now())).toBeLessThan(IN_TIME_MS)
  },
)

test.for(servers)('the code of an app lets in where the clock of the process is an hour ahead', async () => {
  const owner = await shop.admin()
  const { key } = await owner.api.startSecondFactor()
  const code = await generate({ secret: key })
  setClock(Date.now() + HOUR_MS)
  expect((await owner.api.confirmSecondFactor(code)).recoveryCodes).toHaveLength(10)
})
