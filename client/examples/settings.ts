import { argv, env } from 'node:process'

import { createShopClient } from '#client/client.ts'

if (!env.SELVEDGE_KEY) {
  process.stderr.write('Please set SELVEDGE_KEY to a key of the shop; its owner makes one at /admin/keys.\n')
  process.exit(1)
}

/** The shop of `SELVEDGE_URL`, called by the key in `SELVEDGE_KEY`. */
export const shop = createShopClient({
  origin: env.SELVEDGE_URL ?? 'http://localhost:3000',
  key: env.SELVEDGE_KEY,
})

/** The files that the program is started with. */
export const files = argv.slice(2)
