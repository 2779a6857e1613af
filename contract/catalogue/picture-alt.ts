import { startOf } from '#contract/words/start-of-text.ts'

/** The longest alternative text of a picture. */
export const MAX_ALT_CHARACTERS = 200

/** The alternative text of a picture without one of its own, by the product's name and its place among the pictures. */
export function altFromName(name: string, index: number): string {
  const place = index === 0 ? '' : `, picture ${index + 1}`
  return `${startOf(name, MAX_ALT_CHARACTERS - place.length)}${place}`
}
