import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const INDENT = '  '

/** A value within `depth` levels of others, as `JSON.stringify` writes it there; undefined for what it leaves out. */
const stringifyWithin = (depth: number, value: unknown): string | undefined =>
  JSON.stringify(value, null, INDENT)?.replaceAll('\n', `\n${INDENT.repeat(depth)}`)

/**
 * The text of `JSON.stringify(values, null, 2)` and a line end: a property at a time, and an entry at a time where its
 * value is an array. Other calls run between the pieces, so that an object of many megabytes delays nobody.
 */
export async function* writeJson(values: object): AsyncGenerator<string> {
  let opening = '{'
  for (const [key, value] of Object.entries(values)) {
    const start = `${opening}\n${INDENT}${JSON.stringify(key)}: `
    if (Array.isArray(value) && value.length > 0) {
      for (const [index, entry] of value.entries()) {
        await yieldToEventLoop()
        yield `${index === 0 ? `${start}[` : ','}\n${INDENT.repeat(2)}${stringifyWithin(2, entry) ?? 'null'}`
      }
      yield `\n${INDENT}]`
    } else {
      await yieldToEventLoop()
      const text = stringifyWithin(1, value)
      if (text === undefined) continue
      yield start + text
    }
    opening = ','
  }
  yield opening === '{' ? '{}\n' : '\n}\n'
}
