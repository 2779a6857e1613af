/** A part of what a customer gets: its name in the file, and what it holds; a list is written entry by entry. */
export type OwnDataPart = readonly [name: string, read: () => Promise<unknown>]

const indented = (value: unknown, spaces: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${spaces}`)

/**
 * The parts as one JSON object that people can read, piece by piece: a part is read when the one before it is written, and no
 * piece is longer than one entry of a list.
 */
export async function* writeOwnData(parts: readonly OwnDataPart[]): AsyncGenerator<string> {
  yield '{'
  for (const [index, [name, read]] of parts.entries()) {
    yield `${index === 0 ? '' : ','}\n  ${JSON.stringify(name)}: `
    const value = await read()
    if (!Array.isArray(value) || value.length === 0) yield indented(value, '  ')
    else {
      for (const [place, entry] of value.entries()) yield `${place === 0 ? '[' : ','}\n    ${indented(entry, '    ')}`
      yield '\n  ]'
    }
  }
  yield '\n}\n'
}
