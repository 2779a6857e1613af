import { afterAll, beforeAll, expect, test } from 'vitest'

import type { SettingName } from '#contract/settings/settings.ts'
import { isPictureUsed } from '#server/catalogue/product-queries.ts'
import { avifPicture, jpegPicture, plain, refusedFiles } from '#test/pictures.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<Awaited<ReturnType<typeof startShop>>['admin']>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

async function revisionOf(name: SettingName): Promise<number> {
  const { settings } = await admin.api.listSettings()
  return settings.find((one) => one.name === name)!.revision
}

async function upload(name: SettingName, bytes: Buffer, revision?: number) {
  const form = new FormData()
  form.set('revision', String(revision ?? (await revisionOf(name))))
  form.set('picture', new Blob([new Uint8Array(bytes)]), 'a.png')
  return admin.api.setShopPicture(name, form)
}

const valueOf = (name: 'logo' | 'heroPicture') => shop.shop.settings.current()[name]
const addressOf = (value: string) => `/api/pictures/${value.split('-')[0]}`

test('an uploaded logo is a setting: stored, audited, undone and brought back', async () => {
  await upload('logo', await plain('#123456', { width: 600, height: 150 }).png().toBuffer())
  const first = valueOf('logo')
  expect(first).toMatch(/^[0-9a-f]{32}-600x150$/)
  await upload('logo', await plain('#654321', { width: 300, height: 300 }).png().toBuffer())
  expect(valueOf('logo')).toMatch(/-300x300$/)
  await admin.api.undoSetting('logo', await revisionOf('logo'))
  expect(valueOf('logo')).toBe(first)
  const { entries } = await admin.api.listAudit({ area: 'setting' })
  expect(entries[0]).toMatchObject({ action: 'undo change of setting', subject: { _id: 'logo', name: 'Shop: Logo' } })
  expect(entries).toHaveLength(3)
})

test('a logo loses its margins, and one that the header could not show leaves the shop’s name there', async () => {
  const ink = await plain('#102030', { width: 300, height: 80 }).png().toBuffer()
  const onSheet = (background: string) =>
    plain(background, { width: 1200, height: 1200 })
      .composite([{ input: ink, left: 450, top: 560 }])
      .png()
      .toBuffer()
  for (const background of ['#ffffff', '#00000000']) {
    await upload('logo', await onSheet(background))
    expect(valueOf('logo')).toMatch(/-300x80$/)
  }
  const before = valueOf('logo')
  for (const size of [
    { width: 100, height: 900 },
    { width: 900, height: 9 },
  ]) {
    await expect(upload('logo', await plain('#102030', size).png().toBuffer())).rejects.toMatchObject({
      fields: { picture: expect.stringContaining('the shop’s name stays') },
    })
  }
  expect(valueOf('logo')).toBe(before)
  await upload('heroPicture', await onSheet('#ffffff'))
  expect(valueOf('heroPicture')).toMatch(/-1200x1200$/)
})

test('everyone sees the picture in the width asked for, at an address that never changes its content', async () => {
  await upload('heroPicture', await jpegPicture({ width: 1000, height: 1250 }))
  const address = `${addressOf(valueOf('heroPicture'))}?w=320`
  const answer = await shop.visitor().fetch(address, { headers: { accept: 'image/webp' } })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: expect.stringContaining('accept'),
  })
  const again = await shop.visitor().fetch(address, {
    headers: { accept: 'image/webp', 'if-none-match': answer.headers.get('etag')! },
  })
  expect(again.status).toBe(304)
  for (const wrong of [`${address}0`, '/api/pictures/logo', `/api/pictures/${'0'.repeat(31)}`]) {
    expect({ wrong, status: (await shop.visitor().fetch(wrong)).status }).toEqual({ wrong, status: 400 })
  }
  expect((await shop.visitor().fetch(`/api/pictures/${'0'.repeat(32)}`)).status).toBe(404)
})

test('what is no picture, too many files and an old form are refused, and the setting stays', async () => {
  const before = valueOf('logo')
  for (const bytes of Object.values(await refusedFiles())) {
    await expect(upload('logo', bytes)).rejects.toMatchObject({
      code: 'invalid',
      fields: { picture: expect.any(String) },
    })
  }
  await expect(upload('logo', Buffer.alloc(6 * 1024 * 1024))).rejects.toMatchObject({ code: 'invalid', status: 413 })
  await expect(upload('logo', await avifPicture(), 0)).rejects.toMatchObject({ code: 'conflict' })
  await expect(upload('shopName', await avifPicture())).rejects.toMatchObject({ code: 'not_found' })
  const empty = new FormData()
  empty.set('revision', String(await revisionOf('logo')))
  await expect(admin.api.setShopPicture('logo', empty)).rejects.toMatchObject({ message: 'Please choose a picture.' })
  expect(valueOf('logo')).toBe(before)
})

test('a setting cannot name a picture that the shop does not have, and may go back to the shop’s own', async () => {
  const revisions = { logo: await revisionOf('logo') }
  const foreign = { values: { logo: `${'0'.repeat(32)}-10x10` }, revisions }
  await expect(admin.api.changeSettings(foreign)).rejects.toMatchObject({
    code: 'invalid',
    fields: { 'values.logo': 'Please choose a picture.' },
  })
  await admin.api.changeSettings({ values: { logo: null }, revisions })
  expect(valueOf('logo')).toBe('')
})

test('a picture that a setting had is kept, since it may be brought back', async () => {
  await upload('logo', await plain('#00ff00').png().toBuffer())
  const hash = valueOf('logo').slice(0, 32)
  await admin.api.changeSettings({ values: { logo: null }, revisions: { logo: await revisionOf('logo') } })
  expect(await isPictureUsed(shop.db, hash)).toBe(true)
  expect(await isPictureUsed(shop.db, '0'.repeat(32))).toBe(false)
})
