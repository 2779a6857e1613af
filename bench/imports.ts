import sharp from 'sharp'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { CsvAnswer } from '#contract/catalogue/admin-catalogue.ts'
import type { ImportedPictures } from '#contract/catalogue/import/imported-pictures.ts'

import { prepareShop, startService } from '#prove/prepare-shop.ts'

import { onPostgres } from './engines.ts'
import { once, type Figure } from './figures.ts'
import { createCaller, type Caller } from './load.ts'

const PRODUCTS = 1000
const PICTURES_EACH = 2
const PICTURE = { width: 1200, height: 1600 }
const MODEL = join(import.meta.dirname, '..', 'demo', 'images', 'after-hours-shirt-1.webp')
const LOOK_EVERY_MS = 500
/** So many pictures are here when the shop is stopped and started again. */
const RESTARTED_AT = (PRODUCTS * PICTURES_EACH) / 2

/** Another shop's server: each address has a JPEG of its own. */
async function servePictures(): Promise<{ origin: string; server: Server }> {
  const jpeg = await sharp(MODEL).resize(PICTURE).jpeg({ quality: 85 }).toBuffer()
  const server = createServer((request, response) => {
    const comment = Buffer.from(request.url ?? '')
    const mark = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    response.setHeader('content-type', 'image/jpeg')
    response.end(Buffer.concat([jpeg.subarray(0, 2), mark, comment, jpeg.subarray(2)]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** A Shopify export: a line for each size and picture. */
function exportOf(origin: string): string {
  const head =
    'Handle,Title,Type,Published,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src,Status'
  const lines = Array.from({ length: PRODUCTS }, (_, index) =>
    ['S', 'M'].map((size, place) =>
      [
        `kurta-${index}`,
        place === 0 ? `Kurta ${index}` : '',
        place === 0 ? 'Kurtas' : '',
        'true',
        'Size',
        size,
        'shopify',
        '4',
        '1999.00',
        `${origin}/${index}-${place}.jpg`,
        'active',
      ].join(','),
    ),
  )
  return [head, ...lines.flat()].join('\n')
}

async function send(origin: string, cookie: string, sheet: string, token?: string): Promise<CsvAnswer> {
  const form = new FormData()
  if (token !== undefined) form.set('token', token)
  form.append('sheet', new File([sheet], 'products.csv'))
  const response = await fetch(`${origin}/api/admin/products/import`, {
    method: 'POST',
    headers: { cookie, origin },
    body: form,
  })
  if (!response.ok) throw new Error(`the import was answered with ${response.status}: ${await response.text()}`)
  return (await response.json()) as CsvAnswer
}

async function waitForPictures(administrator: Caller, fetched: number): Promise<void> {
  for (;;) {
    const { waiting, ...now } = await administrator.ask<ImportedPictures>('GET', '/api/admin/imported-pictures')
    if (now.failed > 0) throw new Error(`${now.failed} pictures failed: ${now.failures[0]?.reason}`)
    if (now.fetched >= fetched || waiting === 0) return
    await sleep(LOOK_EVERY_MS)
  }
}

const secondsSince = (begin: number) => (performance.now() - begin) / 1000

/** An export of another shop with its pictures; the shop is stopped and started again when half of them are here. */
export const imports = onPostgres(async (createDatabase, { say }): Promise<Figure[]> => {
  const { origin, server } = await servePictures()
  const { settings, admin, remove } = await prepareShop({ databaseUrl: await createDatabase() })
  const open = () => startService({ ...settings, LOCAL_PICTURES: 'on' })
  let shop = await open()
  try {
    const sheet = exportOf(origin)
    const begin = performance.now()
    const { token } = await send(shop.origin, admin.cookie, sheet)
    const checked = secondsSince(begin)
    await send(shop.origin, admin.cookie, sheet, token)
    const applied = secondsSince(begin)
    say(`${PRODUCTS} products are in`)
    await waitForPictures(createCaller(shop.origin, admin.cookie), RESTARTED_AT)
    await shop.stop()
    shop = await open()
    const administrator = createCaller(shop.origin, admin.cookie)
    await waitForPictures(administrator, PRODUCTS * PICTURES_EACH)
    const took = secondsSince(begin)
    const { fetched } = await administrator.ask<ImportedPictures>('GET', '/api/admin/imported-pictures')
    administrator.close()
    return [
      once('the file is checked after', 's', checked, `${PRODUCTS} products`),
      once('the products are in after', 's', applied),
      once('the pictures are in after', 's', took, `${fetched}, with one restart`),
    ]
  } finally {
    await shop.stop()
    server.close()
    await remove()
  }
})
