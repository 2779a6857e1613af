import { messages, protocol, type PGlite } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'

const { serialize } = protocol

type Parse = (text: string, typeNumber?: number) => unknown
type Serialize = (value: unknown) => string

interface Prepared {
  name: string
  serializers: (Serialize | undefined)[]
  columns: { name: string; parse: Parse | undefined }[]
}

interface Answer {
  rows: Record<string, unknown>[]
  affectedRows: number
}

/** "cached plan must not change result type": the table has changed under the statement. */
const OUTDATED = '0A000'
const WRITES = /^(?:INSERT|UPDATE|DELETE|MERGE) (?:\d+ )?(\d+)$/

const isOutdated = (error: unknown) => error instanceof messages.DatabaseError && error.code === OUTDATED

function readPrepared(engine: PGlite, name: string, answers: readonly unknown[]): Prepared {
  const prepared: Prepared = { name, serializers: [], columns: [] }
  for (const answer of answers) {
    if (answer instanceof messages.ParameterDescriptionMessage) {
      prepared.serializers = answer.dataTypeIDs.map((type) => engine.serializers[type])
    }
    if (answer instanceof messages.RowDescriptionMessage) {
      prepared.columns = answer.fields.map((field) => ({
        name: field.name,
        parse: engine.parsers[field.dataTypeID] as Parse | undefined,
      }))
    }
  }
  return prepared
}

function readAnswer({ columns }: Prepared, answers: readonly unknown[]): Answer {
  const answer: Answer = { rows: [], affectedRows: 0 }
  for (const message of answers) {
    if (message instanceof messages.DataRowMessage) {
      const row: Record<string, unknown> = {}
      for (const [index, { name, parse }] of columns.entries()) {
        const text = message.fields[index] ?? null
        row[name] = text === null || !parse ? text : parse(text)
      }
      answer.rows.push(row)
    }
    if (message instanceof messages.CommandCompleteMessage) {
      answer.affectedRows = Number(WRITES.exec(message.text)?.[1] ?? 0)
    }
  }
  return answer
}

function bindValues({ serializers }: Prepared, parameters: readonly unknown[]): (string | null)[] {
  return parameters.map((value, index) => {
    if (value === null || value === undefined) return null
    const toText = serializers[index] ?? String
    return toText(value)
  })
}

/**
 * Runs statements with parameters on the embedded engine, each parsed once and planned as PostgreSQL sees fit. The
 * engine spends more time on parsing than on most of the shop's queries. It keeps at most `most` statements; the least
 * recently used one goes first. A call waits for the engine's other work, but not for its transactions, so only the
 * holder of the shop's one connection may make it.
 */
export function createPrepared(engine: PGlite, most = 250) {
  const known = new LRUCache<string, Prepared>({ max: most })
  let made = 0

  const send = (parts: Uint8Array[]) =>
    engine.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })

  const close = async (prepared: Prepared | undefined) =>
    prepared && send([serialize.close({ type: 'S', name: prepared.name })])

  async function prepare(text: string): Promise<Prepared> {
    if (known.size === most) await close(known.pop())
    const name = `s${made++}`
    const answers = await send([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })])
    const prepared = readPrepared(engine, name, answers)
    known.set(text, prepared)
    return prepared
  }

  async function execute(text: string, parameters: readonly unknown[]): Promise<Answer> {
    const prepared = known.get(text) ?? (await prepare(text))
    const bind = serialize.bind({ statement: prepared.name, values: bindValues(prepared, parameters) })
    return readAnswer(prepared, await send([bind, serialize.execute({})]))
  }

  return (text: string, parameters: readonly unknown[]): Promise<Answer> =>
    engine.runExclusive(async () => {
      if (!engine.ready) throw new Error('PGlite is closed')
      try {
        return await execute(text, parameters)
      } catch (error) {
        if (!isOutdated(error)) throw error
        const outdated = known.get(text)
        known.delete(text)
        await close(outdated)
        try {
          return await execute(text, parameters)
        } catch {
          // In a transaction that has failed nothing more is executed; the first error says why.
          throw error
        }
      }
    })
}
