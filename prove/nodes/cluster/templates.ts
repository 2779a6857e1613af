import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const HANDBOOK = join(import.meta.dirname, '..', '..', '..', 'docs', 'operations', 'cluster')

export type Values = Readonly<Record<string, string>>

/**
 * A configuration of the handbook with everything filled in that stands between @; rejects when something has no value.
 */
export async function fillIn(file: string, values: Values): Promise<string> {
  return (await readFile(join(HANDBOOK, file), 'utf8')).replaceAll(/@([\w-]+)@/g, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file}: nothing is known for @${name}@`)
    return value
  })
}

/** The `NAME=value` lines of a file for systemd. */
export const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
