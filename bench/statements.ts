import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { administer } from '#test/database.ts'

export interface Statements {
  /** Everything that the server executed, `begin` and `commit` too. */
  all: number
  /** Of these: the transactions in which the sandbox keeps the payment provider's books. */
  sandbox: number
  /** `begin` and `commit` of the shop's own transactions. */
  frames: number
}

const ENTRY = /^(\d+) LOG: {2}(?:statement|execute [^:]+): (.*)$/

interface Entry {
  connection: string
  text: string
}

function readEntries(log: string): Entry[] {
  const entries: Entry[] = []
  for (const line of log.split('\n')) {
    const [, connection, text] = ENTRY.exec(line) ?? []
    if (connection !== undefined && text !== undefined) entries.push({ connection, text })
    else if (line.startsWith('\t')) {
      const last = entries.at(-1)
      if (last) last.text += ` ${line.trim()}`
    }
  }
  return entries
}

/** Puts each transaction of a connection, or each statement outside of one, into a group of its own. */
function groupsOf(entries: readonly Entry[]): string[][] {
  const open = new Map<string, string[]>()
  const groups: string[][] = []
  for (const { connection, text } of entries) {
    const group = open.get(connection) ?? []
    group.push(text)
    const isFirst = group.length === 1
    if (isFirst) groups.push(group)
    if (isFirst && /^(?:begin|start transaction)/i.test(text)) open.set(connection, group)
    if (/^(?:commit|rollback)/i.test(text)) open.delete(connection)
  }
  return groups
}

function count(log: string): Statements {
  const statements = { all: 0, sandbox: 0, frames: 0 }
  for (const group of groupsOf(readEntries(log))) {
    statements.all += group.length
    if (group.some((text) => text.includes('sandbox_'))) statements.sandbox += group.length
    else if (group.length > 1) statements.frames += 2
  }
  return statements
}

async function readLog(url: string): Promise<string> {
  const [folder, file] = await administer(url, async (client) => {
    const { rows } = await client.query<{ folder: string; file: string }>(
      `select current_setting('data_directory') as folder, pg_current_logfile() as file`,
    )
    return [rows[0]?.folder ?? '', rows[0]?.file ?? '']
  })
  return readFile(join(folder, file), 'utf8')
}

/** From now on the server notes every statement that new connections to this database execute. */
export async function noteStatements(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await administer(databaseUrl, (client) => client.query(`alter database ${name} set log_statement = 'all'`))
}

/** What the server at `databaseUrl` executed during `work`, by its own log. */
export async function countStatements(databaseUrl: string, work: () => Promise<void>): Promise<Statements> {
  const before = count(await readLog(databaseUrl))
  await work()
  const after = count(await readLog(databaseUrl))
  return {
    // Reading the log is itself a statement.
    all: after.all - before.all - 1,
    sandbox: after.sandbox - before.sandbox,
    frames: after.frames - before.frames,
  }
}
