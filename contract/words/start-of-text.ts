const characters = new Intl.Segmenter()

/**
 * The start of a text that is at most `max` long, as columns and other programs count it, and ends with a whole
 * character as people see it: no half of an emoji, no letter without its vowel sign.
 */
export function startOf(text: string, max: number): string {
  if (text.length <= max) return text
  // What follows far behind does not change where a character ends.
  const { index = 0 } = characters.segment(text.slice(0, max + 100)).containing(max) ?? {}
  return index > 0 ? text.slice(0, index) : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
