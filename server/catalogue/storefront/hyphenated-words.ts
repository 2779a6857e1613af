/** The words of a plain text; `t-shirt` is one word, and so is `men's`. */
export const wordsIn = (plain: string): string[] =>
  plain.match(/[\p{Letter}\p{Number}]+(?:[-'’][\p{Letter}\p{Number}]+)*/gu) ?? []

/** Without what joins its parts: `t-shirt` is `tshirt`. */
export const joined = (word: string): string => word.replaceAll(/[-'’]/g, '')

/** The words of a plain text, each as one: `tshirt`. */
export const joinedWords = (plain: string): string[] => wordsIn(plain).map(joined)

/** The words of a plain text, each once; `t-shirt` is also `t` and `shirt`. */
export const allWordsIn = (plain: string): string[] => [
  ...new Set(wordsIn(plain).flatMap((word) => [word, ...word.split(/[-'’]/)])),
]
