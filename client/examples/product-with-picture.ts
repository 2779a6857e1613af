import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { files, shop } from '#client/examples/settings.ts'

/**
 * `node client/examples/product-with-picture.ts product.json front.jpg back.jpg` adds a product with its pictures, up
 * to five. The file has the fields of the form: name, description, price, category by its name, sizes. It needs a key
 * with `catalogue:write`.
 */
const [details = 'product.json', ...pictures] = files
const form = new FormData()
for (const [name, value] of Object.entries(JSON.parse(await readFile(details, 'utf8')) as Record<string, unknown>)) {
  form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
}
for (const picture of pictures) form.append('images', new Blob([await readFile(picture)]), basename(picture))

const { product } = await shop.call('POST /products/createproducts', { body: form })
process.stdout.write(`${product._id}\n`)
