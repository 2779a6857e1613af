import { existsSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'

import { files, shop } from '#client/examples/settings.ts'

/**
 * `node client/examples/new-orders-to-csv.ts orders.csv` adds a line for each order that is new or has changed since it
 * last ran. The place that it has read up to stands in `orders.csv.cursor`. It needs a key with `orders:read`, and with
 * `payers:read` for totals and e-mail addresses.
 */
const [csv = 'orders.csv'] = files
const place = `${csv}.cursor`
const COLUMNS = ['order', 'changed', 'status', 'ordered', 'pieces', 'total', 'email', 'city', 'pincode']

/** A cell in quotes; what a spreadsheet would take for a formula begins with an apostrophe. */
const cell = (value: string | number) =>
  `"${String(value)
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`
const line = (values: readonly (string | number)[]) => `${values.map(cell).join(',')}\r\n`

const cursor = existsSync(place) ? await readFile(place, 'utf8') : undefined
if (!existsSync(csv)) await writeFile(csv, line(COLUMNS))
for await (const page of shop.changes('GET /admin/changes/orders', cursor)) {
  const lines = page.changes.flatMap(({ changedAt, item: order }) => {
    if (!order) return []
    const pieces = order.products.reduce((sum, { quantity }) => sum + quantity, 0)
    const { city = '', pincode = '' } = order.address ?? {}
    const about = [order._id, changedAt, order.status, order.createdAt, pieces]
    return [line([...about, order.totalAmount ?? '', order.user.email ?? '', city, pincode])]
  })
  await appendFile(csv, lines.join(''))
  // Only now: a program that dies before this reads the page again, and loses nothing.
  await writeFile(place, page.next)
}
