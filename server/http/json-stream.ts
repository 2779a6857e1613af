/** A part of a JSON file: its name and its content. A list is written entry by entry. */
export type JsonPart = readonly [name: string, read: () => unknown]

const indented = (value: unknown, spaces: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${spaces}`)

/**
 * The parts as one readable JSON object, piece by piece. A part is read when the one before it is written, and a piece is at most
 * one entry of a list.
 */
export async function* writeJsonParts(parts: readonly JsonPart[]): AsyncGenerator<string> {
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
