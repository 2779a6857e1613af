import { existsSync } from 'node:fs'

import type { Db } from '#server/db/database.ts'

import { revokeAllAccess } from '#server/accounts/service.ts'
import { restore } from '#server/backup/restore.ts'
import { describeContent } from '#server/backup/manifest.ts'
import { openForCommand, runCommand, UsageError } from '#server/start/run-command.ts'
import { say } from '#server/start/terminal.ts'
import { readConfig } from '#server/start/config.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { allowConfiguredHosts } from '#server/start/outgoing-hosts.ts'
import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { StartupError } from '#server/start/startup-error.ts'
import { pauseAfterRestore } from '#server/programs/webhooks/service.ts'

/** What a backup has revived and is not to go on by itself. */
async function endWhatRevived(db: Db): Promise<void> {
  await revokeAllAccess(db)
  await pauseAfterRestore(db)
}

async function run([path, ...rest]: string[]): Promise<void> {
  if (path === undefined || rest.length > 0) {
    throw new UsageError('Usage: npm run restore -- FILE   (made by npm run backup)')
  }
  if (!existsSync(path)) throw new StartupError(`There is no file ${path}.`)
  const config = readConfig(process.env)
  openDataDir(config.dataDir)
  const database = await openForCommand(config)
  try {
    allowConfiguredHosts(config)
    const pictures = await openPictures(config)
    const sums = await restore({ database, pictures, onFilled: endWhatRevived }, path, say)
    await pictures.close()
    say('Everybody is logged out, and every link, code and invitation that was sent has ended.')
    say('Webhooks are paused until an owner lets them go on.')
    say(
      `Restored ${describeContent(sums)} into ${config.databaseUrl ? 'the database at DATABASE_URL' : config.dataDir}.`,
    )
    const broken = await database.withoutTimeLimit((db) => listBrokenInvariants(db))
    for (const { invariant, subject } of broken) say(`  ${invariant}: ${subject}`)
    if (broken.length > 0) {
      throw new StartupError(
        `The shop is restored, but money or stock in it does not add up, as ${broken.length} lines above say.`,
      )
    }
    say('Money and stock add up.')
  } finally {
    await database.close()
  }
}

await runCommand(run)
