import { parseArgs } from 'node:util'

import { seedCatalogue } from '#server/catalogue/seed-catalogue.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { StartupError } from '#server/startup-error.ts'

const USAGE = 'Usage: npm run seed -- --products N   (a whole number from 1 to 1000000)'
const USAGE_STATUS = 2
const MOST_PRODUCTS = 1_000_000

class UsageError extends Error {
  override readonly name = 'UsageError'
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function readTotal(words: string[]): number {
  try {
    const { products = '' } = parseArgs({ args: words, options: { products: { type: 'string' } } }).values
    const total = Number(products)
    if (!/^\d+$/.test(products) || total < 1 || total > MOST_PRODUCTS) throw new UsageError(USAGE)
    return total
  } catch (cause) {
    throw new UsageError(USAGE, { cause })
  }
}

async function seed(total: number): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onFatal: (line) => {
      process.stderr.write(`${line}\n`)
      process.exit(1)
    },
  })
  const pictures = await openPictures(config)
  try {
    await migrate(database)
    await seedCatalogue({ database, pictures }, total, say)
  } finally {
    await pictures.close()
    await database.close()
  }
}

try {
  await seed(readTotal(process.argv.slice(2)))
  process.exit(0)
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof StartupError
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(error instanceof UsageError ? USAGE_STATUS : 1)
}
