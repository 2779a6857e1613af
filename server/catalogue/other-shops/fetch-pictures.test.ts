import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { fetchImportedPictures } from '#server/catalogue/other-shops/fetch-pictures.ts'
import { jpegPicture } from '#test/pictures.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
/** A server of pictures. What `broken` names is missing there. */
const broken = new Set<string>()
const pictures = new Map<string, Buffer>()
const asked: string[] = []
const server = createServer((request, response) => {
  const { url = '' } = request
  asked.push(url)
  if (url.startsWith('/text')) return response.end('<html>no picture</html>')
  if (url.startsWith('/inside')) return response.writeHead(302, { location: 'https://10.0.0.1/a.jpg' }).end()
  const picture = pictures.get(url)
  return picture && !broken.has(url) ? response.end(picture) : response.writeHead(404).end()
})
let origin: string
beforeAll(async () => {
  shop = await startShop({ hasLocalPictures: true })
  admin = await shop.admin()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(async () => {
  server.close()
  await shop.close()
})

const HEAD =
  'Handle,Title,Type,Published,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src,Status'
const lineOf = (handle: string, title: string, size: string, image: string, status = 'active') =>
  `${handle},${title},Kurtas,true,Size,${size},shopify,3,${size ? 999 : ''},${image && origin + image},${status}`
async function importLines(...lines: string[]) {
  const file = new File([[HEAD, ...lines].join('\n')], 'a.csv')
  const { token } = await admin.api.importProducts(file)
  return admin.api.importProducts(file, token)
}
const run = (signal = new AbortController().signal) => fetchImportedPictures(shop.shop, signal)
const find = async (search: string) => {
  const [found] = (await admin.api.listProductsForAdmin({ search, limit: 5 })).products
  return admin.api.getEditableProduct(found?._id ?? '')
}

test('pictures are fetched in their order, and what was on sale there goes on sale here', async () => {
  for (const name of ['/1.jpg', '/2.jpg', '/3.jpg']) pictures.set(name, await jpegPicture())
  await importLines(
    lineOf('seen', 'Seen Kurta', 'M', '/1.jpg'),
    lineOf('seen', '', '', '/2.jpg'),
    lineOf('draft', 'Drafted Kurta', 'M', '/3.jpg', 'draft'),
  )
  expect(await admin.api.getImportedPictures()).toMatchObject({ waiting: 3, fetched: 0, failed: 0 })
  expect((await find('Seen Kurta')).isDraft).toBe(true)
  await run()
  expect(await admin.api.getImportedPictures()).toMatchObject({ waiting: 0, fetched: 3, failed: 0 })
  const product = await find('Seen Kurta')
  expect([product.isDraft, product.images.length]).toEqual([undefined, 2])
  expect(product.pictures?.map(({ alt }) => alt)).toEqual(['Seen Kurta', 'Seen Kurta, picture 2'])
  expect((await find('Drafted Kurta')).isDraft).toBe(true)
})

test('what cannot go on sale by itself is told with what it lacks, until somebody puts it there', async () => {
  pictures.set('/held.jpg', await jpegPicture())
  await setSettings(shop, { isPublishChecked: true })
  await importLines(lineOf('held', 'Held Kurta', '', '/held.jpg').replace(',shopify,3,,', ',shopify,3,999,'))
  await run()
  const { heldBack } = await admin.api.getImportedPictures()
  expect(heldBack).toEqual([{ reason: expect.stringContaining('country of origin'), products: 1 }])
  const held = await find('Held Kurta')
  expect(held.isDraft).toBe(true)
  await setSettings(shop, { isPublishChecked: false })
  await admin.api.editProduct(held._id, { revision: held.revision, isDraft: false })
  expect((await admin.api.getImportedPictures()).heldBack).toEqual([])
})

test('what fails is told by its line and comes when it is tried again, in its place', async () => {
  for (const name of ['/4.jpg', '/5.jpg']) pictures.set(name, await jpegPicture())
  broken.add('/4.jpg')
  await importLines(
    lineOf('late', 'Late Kurta', 'M', '/4.jpg'),
    lineOf('late', '', '', '/5.jpg'),
    lineOf('late', '', '', '/text.jpg'),
    lineOf('late', '', '', '/inside.jpg'),
  )
  await run()
  const { failures } = await admin.api.getImportedPictures()
  expect(failures.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '2 The other server answers 404.',
    '4 Only JPEG, PNG, WebP and AVIF pictures can be used.',
    '5 It is redirected: It leads into a private network.',
  ])
  broken.clear()
  const ids = failures.slice(0, 1).map(({ _id }) => _id)
  expect(await admin.api.retryImportedPictures({ ids })).toMatchObject({
    message: '1 picture is tried again.',
    waiting: 1,
  })
  const { entries } = await admin.api.listAudit({ limit: 1 })
  expect(entries[0]).toMatchObject({
    action: 'fetch pictures again',
    changes: [{ what: 'Pictures', from: null, to: '1' }],
  })
  await run()
  const { pictures: shown } = await find('Late Kurta')
  expect(shown?.map(({ alt }) => alt)).toEqual(['Late Kurta', 'Late Kurta, picture 2'])
})

test('a picture of several colours is asked for once, and again by nobody', async () => {
  pictures.set('/shared.jpg', await jpegPicture())
  const line = (colour: string, title: string) =>
    `shared,${title},Kurtas,true,Color,${colour},shopify,3,999,${origin}/shared.jpg,active`
  await importLines(line('Red', 'Shared Kurta'), line('Blue', ''))
  await run()
  expect(asked.filter((url) => url === '/shared.jpg')).toHaveLength(1)
  expect((await find('Shared Kurta, Blue')).images).toHaveLength(1)
})

test('a stop leaves the rest for the next start', async () => {
  pictures.set('/stop.jpg', await jpegPicture())
  await importLines(lineOf('stopped', 'Stopped Kurta', 'M', '/stop.jpg'))
  const stopped = AbortSignal.abort()
  await run(stopped)
  expect((await admin.api.getImportedPictures()).waiting).toBe(1)
  await run()
  expect((await find('Stopped Kurta')).images).toHaveLength(1)
})

test('without the setting this machine is not asked for pictures', async () => {
  const before = asked.length
  await importLines(lineOf('inside', 'Inside Kurta', 'M', '/1.jpg?other'))
  await fetchImportedPictures(
    { ...shop.shop, config: { ...shop.shop.config, hasLocalPictures: false } },
    new AbortController().signal,
  )
  const { failures } = await admin.api.getImportedPictures()
  expect(failures.find(({ name }) => name === 'Inside Kurta')?.reason).toBe('Pictures are fetched by https only.')
  expect(asked).toHaveLength(before)
  expect((await find('Inside Kurta')).isDraft).toBe(true)
})

test('a picture that the shop cannot keep waits for minutes, keeps no other out, and is not asked for without end', async () => {
  for (const name of ['/kept.jpg', '/full.jpg']) pictures.set(name, await jpegPicture())
  await importLines(lineOf('kept', 'Kept Kurta', 'M', '/kept.jpg'), lineOf('full', 'Full Kurta', 'M', '/full.jpg'))
  const isAsked = () => asked.filter((url) => url === '/full.jpg').length
  const full = await shop.shop.pictures.add(pictures.get('/full.jpg')!)
  let isFull = true
  const store = {
    ...shop.shop.pictures,
    add: async (picture: Buffer) => {
      const facts = await shop.shop.pictures.add(picture)
      if (isFull && facts.hash === full.hash) throw new Error('ENOSPC: no space left on device')
      return facts
    },
  }
  const runFull = () => fetchImportedPictures({ ...shop.shop, pictures: store }, new AbortController().signal)
  await expect(runFull()).rejects.toThrow('ENOSPC')
  expect((await find('Kept Kurta')).images).toHaveLength(1)
  // Nothing is due, so the next run has nothing to do but what has come.
  await runFull()
  await runFull()
  expect((await find('Kept Kurta')).isDraft).toBeUndefined()
  expect(isAsked()).toBe(1)

  const makeDue = () => sql`update picture_fetches set due_at = now() where state = 'waiting'`.execute(shop.db)
  const waits = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from due_at - now()) / 60)::int as minutes
      from picture_fetches where state = 'waiting'`.execute(shop.db)
    return rows.map(({ minutes }) => minutes)
  }
  expect(await waits()).toEqual([1])
  for (const minutes of [2, 4, 8]) {
    await makeDue()
    await expect(runFull()).rejects.toThrow('ENOSPC')
    expect(await waits()).toEqual([minutes])
  }
  isFull = false
  await makeDue()
  await runFull()
  expect((await find('Full Kurta')).images).toHaveLength(1)
})
