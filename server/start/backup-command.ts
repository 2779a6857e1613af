import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { backUp } from '#server/backup/back-up.ts'
import { refuseExisting } from '#server/backup/archive.ts'
import { describeContent } from '#server/backup/manifest.ts'
import { openForCommand, runCommand, UsageError } from '#server/start/run-command.ts'
import { say } from '#server/start/terminal.ts'
import { readConfig, type Config } from '#server/start/config.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { allowConfiguredHosts } from '#server/start/outgoing-hosts.ts'
import { DataDirInUse, StartupError } from '#server/start/startup-error.ts'

async function openSource(config: Config) {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'database', 'PG_VERSION'))) {
    throw new StartupError(`There is nothing to back up: DATA_DIR ${dataDir} holds no database.`)
  }
  try {
    return await openForCommand(config)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    throw new StartupError(
      `The shop is running (process ${error.pid}), and only one process may open the embedded database: stop the shop, back up, and start it again.`,
    )
  }
}

async function run([path, ...rest]: string[]): Promise<void> {
  if (path === undefined || rest.length > 0) {
    throw new UsageError('Usage: npm run backup -- FILE   (such as shop.tar.gz)')
  }
  refuseExisting(path)
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new StartupError('Stopped: there is no backup.')))
  }
  const config = readConfig(process.env)
  const database = await openSource(config)
  try {
    allowConfiguredHosts(config)
    const pictures = await openPictures(config)
    say(`Backing up ${config.databaseUrl ? 'the database at DATABASE_URL' : config.dataDir}`)
    const sums = await backUp({ database, pictures }, path, { say, signal: stop.signal })
    await pictures.close()
    say(`${path} holds ${describeContent(sums)}.`)
  } finally {
    await database.close()
  }
}

await runCommand(run)
