import { lettersOf } from '#contract/words/letters.ts'

/**
 * The start of a text that is at most `max` long, as columns and other programs count it, and ends with a whole letter
 * as people see it: no half of an emoji, no letter without its vowel sign. A first letter that is longer is cut.
 */
export function startOf(text: string, max: number): string {
  if (text.length <= max) return text
  let start = ''
  // What follows far behind does not change where a letter ends.
  for (const letter of lettersOf(text.slice(0, max + 100))) {
    if (start.length + letter.length > max) break
    start += letter
  }
  return start || text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
