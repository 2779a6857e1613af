import { parseArgs } from 'node:util'

import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { openForCommand, runCommand, UsageError } from '#server/start/run-command.ts'
import { say } from '#server/start/terminal.ts'
import { readConfig } from '#server/start/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { insertSeededContacts } from '#demo/seed-contacts-queries.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { allowConfiguredHosts } from '#server/start/outgoing-hosts.ts'
import { seedOrders } from '#demo/seed-orders.ts'
import { openDataDir } from '#server/start/data-dir.ts'

const USAGE =
  'Usage: npm run seed -- [--products N] [--orders N] [--contacts N]   (whole numbers from 1 to 1000000, at least one)'
const MOST = 1_000_000

interface Inputs {
  products: number
  orders: number
  contacts: number
}

function numberOf(word: string | undefined): number {
  if (word === undefined) return 0
  const total = Number(word)
  if (!/^\d+$/.test(word) || total < 1 || total > MOST) throw new UsageError(USAGE)
  return total
}

function readInputs(args: string[]): Inputs {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ args, options: { products: text, orders: text, contacts: text } })
    const inputs = {
      products: numberOf(values.products),
      orders: numberOf(values.orders),
      contacts: numberOf(values.contacts),
    }
    if (Object.values(inputs).every((total) => total === 0)) throw new UsageError(USAGE)
    return inputs
  } catch (cause) {
    throw new UsageError(USAGE, { cause })
  }
}

async function seed({ products, orders, contacts }: Inputs): Promise<void> {
  const config = readConfig(process.env)
  openDataDir(config.dataDir)
  const database = await openForCommand(config)
  allowConfiguredHosts(config)
  const pictures = await openPictures(config)
  try {
    await migrate(database)
    if (products > 0) await seedCatalogue({ database, pictures }, products, say)
    if (orders > 0) await seedOrders(database, orders, say)
    if (contacts > 0) await database.withoutTimeLimit((db) => insertSeededContacts(db, contacts))
    if (contacts > 0) say(`The shop has ${contacts} synthetic messages.`)
  } finally {
    await pictures.close()
    await database.close()
  }
}

await runCommand((parameters) => seed(readInputs(parameters)))
