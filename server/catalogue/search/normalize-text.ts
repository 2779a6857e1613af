import { stemmer } from 'stemmer'

import { withLatinDigits, withPlainSigns } from '#contract/schemas/typed-text.ts'

/** Letters that no accent can be taken from. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Accents and invisible characters. The vowel signs of India's scripts are part of a word: कुर्ता is not कुर्ती. */
const LEFT_OUT = /[\p{Format}[\p{Mark}--[\u0900-\u0DFF]]]+/gv

/**
 * A text in lower case, without accents and invisible characters, and with ASCII digits. Search compares only such
 * texts.
 */
export const plainText = (text: string): string =>
  withPlainSigns(withLatinDigits(text.normalize('NFKD').replaceAll(LEFT_OUT, '')))
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)

/** The words of a plain text; `t-shirt` is one word, and so is `men's`. */
export const wordsIn = (plain: string): string[] =>
  plain.match(/[\p{Letter}\p{Mark}\p{Number}]+(?:[-'’][\p{Letter}\p{Mark}\p{Number}]+)*/gu) ?? []

/** A word without hyphens and apostrophes: `t-shirt` becomes `tshirt`. */
export const joined = (word: string): string => word.replaceAll(/[-'’]/g, '')

/** The words of a plain text without hyphens and apostrophes. */
export const joinedWords = (plain: string): string[] => wordsIn(plain).map(joined)

/** The words of a plain text, each once; `t-shirt` is also `t` and `shirt`. */
export const allWordsIn = (plain: string): string[] => [
  ...new Set(wordsIn(plain).flatMap((word) => [word, ...word.split(/[-'’]/)])),
]

/** The stem of a word, which its forms share: `shirts` and `shirt`, `knitted` and `knitting`. */
export const stemOf = (word: string): string => stemmer(joined(word))

/** The stems of a plain text's words, each between two spaces, so that a stem is found by `includes`. */
export const stemsIn = (plain: string): string => ` ${wordsIn(plain).map(stemOf).join(' ')} `

/** The stems of all these words, each once. */
export const allStemsIn = (plain: string): string => ` ${[...new Set(allWordsIn(plain).map(stemOf))].join(' ')} `

/** Whether a text is one word and so has a stem; `50%_off` has none. */
export const isWord = (text: string): boolean => /^[\p{Letter}\p{Mark}\p{Number}'’-]+$/u.test(text)
