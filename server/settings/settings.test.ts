import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ShownSetting } from '#contract/settings/setting-calls.ts'
import { publicSettings } from '#contract/settings/public-settings.ts'
import { SETTINGS, type SettingName } from '#contract/settings/settings.ts'
import { createTestDatabase } from '#test/database.ts'
import { startShop } from '#test/start-shop.ts'
import { startStopwatch } from '#test/stopwatch.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>
type Admin = Awaited<ReturnType<TestShop['admin']>>

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startShop({ shopName: 'First name' })
  admin = await shop.admin()
})
afterAll(() => shop.close())

async function shown(name: SettingName): Promise<ShownSetting> {
  const { settings } = await admin.api.listSettings()
  return settings.find((one) => one.name === name)!
}

/** Changes settings of whatever type, as any caller could. */
async function change(values: Record<string, unknown>, by: { fetch: Admin['fetch'] } = admin) {
  const { settings } = await admin.api.listSettings()
  const revisions = Object.fromEntries(
    settings.flatMap(({ name, revision }) => (Object.hasOwn(values, name) ? [[name, revision]] : [])),
  )
  const answer = await by.fetch('/api/admin/settings', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify({ values, revisions }),
  })
  return { status: answer.status, body: (await answer.json()) as { message: string; fields?: Record<string, string> } }
}

test('a fresh shop has a value for every setting, and SHOP_NAME is the first name', async () => {
  const { settings } = await admin.api.listSettings()
  expect(settings.map(({ name }) => name)).toEqual(Object.keys(SETTINGS))
  expect(settings.filter(({ isDefault, revision }) => !isDefault || revision !== 0)).toEqual([])
  expect(await shown('shopName')).toMatchObject({ value: 'First name', default: 'First name', group: 'Shop' })
  for (const [name, { schema, default: value }] of Object.entries(SETTINGS)) {
    expect({ name, isRight: schema.safeParse(value).success }).toEqual({ name, isRight: true })
  }
})

test('a change holds at once, is written to the audit log, and null brings the default back', async () => {
  expect(await change({ careEmail: '  care@shop.example ', lowStock: 9 })).toMatchObject({ status: 200 })
  expect(shop.shop.settings.current()).toMatchObject({ careEmail: 'care@shop.example', lowStock: 9 })
  expect(await shown('careEmail')).toMatchObject({ value: 'care@shop.example', isDefault: false, revision: 1 })
  const { entries } = await admin.api.listAudit({ area: 'setting' })
  expect(entries.slice(0, 2)).toMatchObject([
    {
      action: 'change setting',
      subject: { _id: 'lowStock', name: 'Products: Low stock' },
      changes: [{ what: 'Value', from: null, to: '9' }],
    },
    { action: 'change setting', subject: { _id: 'careEmail' } },
  ])
  expect(await change({ lowStock: null })).toMatchObject({ status: 200 })
  expect(shop.shop.settings.current().lowStock).toBe(5)
  expect(await shown('lowStock')).toMatchObject({ value: 5, isDefault: true, revision: 2 })
})

test('the last change is undone by one call, which is a change itself', async () => {
  await change({ officerName: 'Asha Rao' })
  await change({ officerName: 'Meera Das' })
  await admin.api.undoSetting('officerName', 2)
  expect(shop.shop.settings.current().officerName).toBe('Asha Rao')
  await admin.api.undoSetting('officerName', 3)
  expect(shop.shop.settings.current().officerName).toBe('Meera Das')
  const versions = await admin.api.listSettingVersions('officerName')
  expect(versions.map(({ value }) => value)).toEqual(['Meera Das', 'Asha Rao', 'Meera Das', 'Asha Rao'])
  expect(versions[0]).toMatchObject({ changedBy: admin.user.email, changedAt: expect.any(String) })
})

test('what had its default before gets it back', async () => {
  await change({ carePhone: '+91 80 4567 8901' })
  await admin.api.undoSetting('carePhone', 1)
  expect(await shown('carePhone')).toMatchObject({ value: '', isDefault: true, revision: 2 })
})

test('a second click undoes nothing more, and an old form overwrites nothing', async () => {
  const { lowStock } = shop.shop.settings.current()
  await change({ careName: 'Asha' })
  await change({ careName: 'Meera' })
  const undone = await Promise.allSettled([admin.api.undoSetting('careName', 2), admin.api.undoSetting('careName', 2)])
  expect(undone.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(shop.shop.settings.current().careName).toBe('Asha')
  const old = admin.api.changeSettings({ values: { careName: 'Old', lowStock: 11 }, revisions: { careName: 1 } })
  await expect(old).rejects.toMatchObject({ code: 'conflict', fields: { careName: expect.any(String) } })
  expect(shop.shop.settings.current()).toMatchObject({ careName: 'Asha', lowStock })
  await expect(admin.api.undoSetting('officerPhone', 1)).rejects.toMatchObject({ code: 'conflict' })
  await expect(admin.api.undoSetting('nothing', 1)).rejects.toMatchObject({ code: 'not_found' })
  await expect(admin.api.listSettingVersions('toString')).rejects.toMatchObject({ code: 'not_found' })
})

test('two forms at once: one is saved, the other is told', async () => {
  const attempts = ['A', 'B', 'C', 'D'].map((officerDesignation) =>
    admin.api.changeSettings({ values: { officerDesignation }, revisions: { officerDesignation: 0 } }),
  )
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await shown('officerDesignation')).revision).toBe(1)
})

test.each<[SettingName, unknown]>([
  ['shopName', ''],
  ['shopName', '   '],
  ['shopName', 7],
  ['shopName', 'A'.repeat(61)],
  ['shopName', 'A'.repeat(100_000)],
  ['shopName', 'Shop\nBcc: evil@example.com'],
  ['shopName', 'a\u0000b'],
  ['shopName', { $ne: 1 }],
  ['careEmail', 'nobody'],
  ['carePhone', 'call me'],
  ['addressPin', '012345'],
  ['addressState', 'Atlantis'],
  ['facebook', 'javascript:alert(1)'],
  ['facebook', 'http://www.facebook.com/'],
  ['facebook', `https://www.facebook.com/${'a'.repeat(400)}`],
  ['announcementLink', '//evil.example'],
  ['announcementLink', String.raw`/\evil.example`],
  ['announcementLink', 'javascript:alert(1)'],
  ['announcementFrom', 'tomorrow'],
  ['announcementFrom', '2026-02-30T10:00'],
  ['deliveryDaysEarliest', -1],
  ['deliveryDaysEarliest', 1.5],
  ['deliveryDaysEarliest', '8'],
  ['deliveryDaysEarliest', 1e300],
  ['isPublishChecked', 'true'],
])('%s refuses %j and names the field', async (name, value) => {
  const before = shop.shop.settings.current()
  const { status, body } = await change({ [name]: value, legalName: 'Not saved' })
  expect(status).toBe(400)
  expect(body.fields).toHaveProperty([`values.${name}`], expect.any(String))
  expect(shop.shop.settings.current()).toEqual(before)
})

test.each<[SettingName, string]>([
  ['shopName', '<script>alert(1)</script>'],
  ['addressState', 'Tamil Nadu'],
  ['addressPin', '600001'],
  ['facebook', ''],
  ['announcementLink', '/categories/shirts?sort=price'],
  ['announcementLink', 'https://example.com/sale'],
  ['announcementFrom', '2026-11-22T18:30'],
])('%s takes %j', async (name, value) => {
  expect(await change({ [name]: value })).toMatchObject({ status: 200 })
  expect(shop.shop.settings.current()[name]).toBe(value)
})

test('values that do not go together are refused, all of them', async () => {
  const { status, body } = await change({ deliveryDaysEarliest: 20, careName: 'Not saved' })
  expect({ status, fields: body.fields }).toEqual({
    status: 400,
    fields: { deliveryDaysLatest: 'The latest delivery is before the earliest.' },
  })
  expect(shop.shop.settings.current()).toMatchObject({ deliveryDaysEarliest: 8, deliveryDaysLatest: 12 })
  expect(shop.shop.settings.current().careName).not.toBe('Not saved')
})

test('an unknown setting is refused by its name', async () => {
  expect(await change({ shopname: 'X' })).toMatchObject({ status: 400, body: { message: 'Unknown field: shopname.' } })
})

test('a stored value that cannot be used any more counts as not set', async () => {
  await sql`insert into settings (name, value) values ('twitter', '7'), ('gone', '"x"')`.execute(shop.db)
  await shop.shop.settings.reload()
  expect(shop.shop.settings.current().twitter).toBe('https://twitter.com/')
  expect(await change({ twitter: 'https://twitter.com/shop' })).toMatchObject({ status: 200 })
})

test('another process sees a change within a second', async () => {
  const database = await createTestDatabase()
  const shared = { database: { ...database, close: async () => undefined } }
  const [here, there] = [await startShop(shared), await startShop(shared)]
  const owner = await here.admin()
  await owner.api.changeSettings({ values: { shopName: 'New name' }, revisions: { shopName: 0 } })
  const expectSeen = async (process: typeof here, name: string) => {
    const stop = startStopwatch()
    await expect.poll(() => process.shop.settings.current().shopName).toBe(name)
    expect(stop()).toBeLessThan(1000)
  }
  await expectSeen(there, 'New name')
  // Written by hand: nothing but the database tells the two.
  await sql`update settings set value = '"By hand"'`.execute(database.db)
  await expectSeen(there, 'By hand')
  await expectSeen(here, 'By hand')
  expect((await owner.api.listSettings()).settings[0]).toMatchObject({ value: 'By hand' })
  await here.close()
  await there.close()
  await database.close()
})

test('a real shop makes up no stars and links to no page that is not its own, until its owner says so', async () => {
  const real = await startShop({ isProduction: true })
  try {
    const told = () => publicSettings(real.shop.settings.current(), Date.now())
    expect(told()).toMatchObject({ social: [] })
    expect(told()).not.toHaveProperty('showsSampleRatings')
    const owner = await real.admin()
    const values = { showsSampleRatings: true, instagram: 'https://www.instagram.com/loom' }
    await owner.api.changeSettings({ values, revisions: { showsSampleRatings: 0, instagram: 0 } })
    expect(told()).toMatchObject({
      showsSampleRatings: true,
      social: [['https://www.instagram.com/loom', 'Instagram']],
    })
  } finally {
    await real.close()
  }
  // The demo shows what the specification names.
  const demo = await startShop()
  const ofDemo = publicSettings(demo.shop.settings.current(), Date.now())
  await demo.close()
  expect(ofDemo).toMatchObject({ showsSampleRatings: true })
  expect(ofDemo.social).toHaveLength(3)
})
