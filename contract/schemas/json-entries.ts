const QUOTE = 0x22
const COMMA = 0x2c
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const BRACE = 0x7b

/**
 * True if a JSON text holds more than `max` entries: the names of its objects and the items of its lists, however deep.
 * Each comma outside of a string begins one, and so does each opening bracket. Nothing is parsed, so a huge text costs
 * next to nothing.
 */
export function hasMoreEntries(json: string, max: number): boolean {
  let entries = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (isInString) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) isInString = false
    } else if (sign === QUOTE) isInString = true
    else if (sign === COMMA || sign === BRACKET || sign === BRACE) {
      entries += 1
      if (entries > max) return true
    }
  }
  return false
}
