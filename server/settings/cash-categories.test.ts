import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ShownSetting } from '#contract/settings/setting-calls.ts'

import { addCategory } from '#test/factories.ts'
import { signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

const NAME = 'cashExcludedCategories'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

async function shown(): Promise<ShownSetting> {
  return (await admin.api.listSettings()).settings.find(({ name }) => name === NAME)!
}

const change = async (value: string) =>
  admin.api.changeSettings({ values: { [NAME]: value }, revisions: { [NAME]: (await shown()).revision } })

test('categories that are paid in advance are chosen by their ids, and nothing else is taken', async () => {
  const { id } = await addCategory(shop.db, 'Suits')
  await change(id)
  expect(await shown()).toMatchObject({ input: 'categories', value: id })
  for (const wrong of ['Suits', `${id},${id}`, `${id} Suits`]) {
    await expect(change(wrong)).rejects.toMatchObject({ status: 400 })
  }
  await admin.api.undoSetting(NAME, (await shown()).revision)
  expect((await shown()).value).toBe('')
})

test('names that an owner had entered before become ids, whatever was around them, and what was chosen then is not undone into nothing', async () => {
  const [suits, longSocks] = [await addCategory(shop.db, 'Suit pieces'), await addCategory(shop.db, 'Socks, long')]
  await addCategory(shop.db, 'Socks')
  const before = ' suit PIECES ,socks ,  long, Hats'
  const { revision: earlier } = await shown()
  await setSettings(shop, { [NAME]: before })
  const migration = new URL('../db/migrations/0461-cash-categories-by-id.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(shop.db)
  await shop.shop.settings.reload()
  const { value, revision } = await shown()
  expect(String(value).split(' ')).toEqual(expect.arrayContaining([suits.id, longSocks.id]))
  expect(revision).toBe(earlier + 1)
  await expect(admin.api.undoSetting(NAME, revision)).rejects.toMatchObject({
    status: 409,
    message: 'What this setting was before can no longer be used. Please choose its value anew.',
  })
  expect((await shown()).value).toBe(value)
  await change(suits.id)
  await admin.api.undoSetting(NAME, revision + 1)
  expect((await shown()).value).toBe(value)
  const versions = await admin.api.listSettingVersions(NAME)
  expect(versions.slice(0, 3).map((version) => version.value)).toEqual([value, suits.id, value])
})
