/** What is said of a text whose letters are lost. */
export const LETTERS_LOST = 'A spreadsheet has made question marks of letters. Save it as CSV UTF-8.'

/** A word that begins with question marks. Those at the end of a sentence are meant, as in “Really???”. */
const MARKED = /(?<![\p{L}\p{M}\p{N}\p{Pe}\p{Pf}!?.])\?{3,}/u

/** What Windows-1252 can write, in which Excel saves its plain CSV. */
const WRITABLE = /^[\0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/

/** The texts that a sheet has in place of one: a question mark for each sign that it cannot write, or two for emoji. */
const marksOf = (text: string) =>
  [Array.from(text), text.split('')].map((signs) => signs.map((sign) => (WRITABLE.test(sign) ? sign : '?')).join(''))

const oneForm = (text: string) => text.replaceAll('\r\n', '\n').trim()

/**
 * Whether a sheet that was saved without its letters says a text. `stored` is what stands in its place; that again is
 * no loss.
 */
export function hasLostLetters(text: string, stored = ''): boolean {
  const [says, is] = [oneForm(text), oneForm(stored)]
  if (says === is || !says.includes('?')) return false
  return (MARKED.test(says) && !MARKED.test(is)) || marksOf(is).includes(says)
}
