import { readFile } from 'node:fs/promises'

import { ShopRefusal } from '#client/client.ts'
import { files, shop } from '#client/examples/settings.ts'

/**
 * `node client/examples/stock-from-file.ts stock.csv` sets the stock of each size that the file names, a line
 * `SKU,pieces` each. It needs a key with `stock:read` and `catalogue:write`.
 */
const [csv = 'stock.csv'] = files
const wanted = new Map<string, { sku: string; stock: number }>()
for (const line of (await readFile(csv, 'utf8')).split(/\r?\n/)) {
  const [sku = '', pieces = ''] = line.split(',').map((part) => part.trim())
  if (/^\d+$/.test(pieces)) wanted.set(sku.toLowerCase(), { sku, stock: Number(pieces) })
}

let set = 0
for await (const page of shop.changes('GET /admin/changes/stock')) {
  for (const { item } of page.changes) {
    const stock = item && wanted.get(item.sku.toLowerCase())?.stock
    if (!item || stock === undefined || stock === null || item.product.isDeleted) continue
    wanted.delete(item.sku.toLowerCase())
    if (stock === item.shelf) continue
    try {
      await shop.call('PATCH /products/set-stock/{id}', {
        path: { id: item.product._id },
        // Refused if somebody has bought since it was read, so that no sale is undone.
        body: { stock, was: item.shelf, ...(item.size !== '' && { size: item.size }) },
      })
      set += 1
    } catch (error) {
      if (!(error instanceof ShopRefusal)) throw error
      process.stderr.write(`${item.sku}: ${error.message}\n`)
    }
  }
}
for (const { sku } of wanted.values()) process.stderr.write(`${sku}: the shop has no such SKU.\n`)
process.stdout.write(`${set} set\n`)
