import type { Listing } from '#server/catalogue/search/listing.ts'

import { HINDI_NUMBERS, HINDI_WORDS } from '#server/catalogue/search/hindi-words.ts'
import { plainText, stemOf } from '#server/catalogue/search/normalize-text.ts'
import { PREFERENCE_STEMS } from '#server/catalogue/search/search-vocabulary.ts'
import { ORDERS, STOP_WORDS } from '#server/catalogue/search/search-word-lists.ts'

/** Spellings of one sound in Latin letters. */
const SOUNDS: readonly (readonly [spelt: RegExp, as: string])[] = [
  [/ee|ea/g, 'i'],
  [/aa/g, 'a'],
  [/oo|ou/g, 'u'],
  [/ae|ai|ay(?=$|[^aeiou])/g, 'e'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/ph/g, 'f'],
  [/(.)\1+/g, '$1'],
  [/(?<=..)h$/g, ''],
]

/** The form in which the spellings of a Hindi word in Latin letters are equal: kameez and kamiz, kaala and kala. */
export const hindiKey = (word: string): string =>
  /^[a-z-]+$/.test(word) ? SOUNDS.reduce((text, [spelt, as]) => text.replaceAll(spelt, as), word) : word

const LATIN_ENDINGS = ['a', 'i', 'e', 'o']
const DEVANAGARI_ENDINGS = ['ा', 'ी', 'े']

/** All forms of a word of the list. */
function formsOf(word: string): string[] {
  if (!word.endsWith('*')) return [word]
  const stem = word.slice(0, -1)
  return (/[a-z]$/.test(stem) ? LATIN_ENDINGS : DEVANAGARI_ENDINGS).map((ending) => stem + ending)
}

/** The keys of all forms of a phrase. */
function keysOf(phrase: string): string[] {
  const words = plainText(phrase).trim().split(/\s+/).map(formsOf)
  return words.reduce<string[]>(
    (begun, forms) => begun.flatMap((key) => forms.map((form) => `${key} ${hindiKey(form)}`.trim())),
    [''],
  )
}

/** The meaning of each key. Of two lines with one key the first holds. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  HINDI_WORDS.toReversed().flatMap(([meaning, words]) =>
    words.split(',').flatMap((phrase) => keysOf(phrase).map((key) => [key, meaning] as const)),
  ),
)
const LONGEST_PHRASE = Math.max(...[...MEANINGS.keys()].map((key) => key.split(' ').length))

const word = (choices: string) => String.raw`(?:${choices})(?![\p{Letter}\p{Mark}\d])`
const BEFORE = String.raw`(?<![\p{Letter}\p{Mark}\d.,])`
const AMOUNT = String.raw`${BEFORE}((?:(?:rs\.?|₹) ?)?\d[\d,]*(?:\.\d+)? ?(?:k(?!\p{Letter})|rs(?!\p{Letter})|\/-)?)`
const FROM = word('se|say|से')
const OF = word('ke|kay|ki|के')
const BELOW = word('kam|km|nich[ei]|neech[ei]|andar|ander|bhitar|bheetar|tak|कम|नीचे|अंदर|अन्दर|भीतर|तक')
const ABOVE = word('[zj]h?y?aa?da|[zj]iyaa?da|adhik|upp?[ae]r|oopp?ar|ज्यादा|अधिक|ऊपर|उपर')
const AND = word('se|aur|और|से')
const BETWEEN = word('tak|tk|ke bee?ch|ke bich|में|तक|के बीच')
const NUMBER = String.raw`\d+(?:\.\d+)?|${Object.keys(HINDI_NUMBERS).join('|')}`

/** Phrases of price, and what they are in the words that `parsePrice` knows. The first that fit are taken first. */
const PRICES: readonly (readonly [said: RegExp, means: string])[] = [
  [String.raw`${BEFORE}${word('rupa?y[aei]|rupa?ye|rupai?ya|rupiya[ah]?|रुपये|रुपए|रुपया|रुपयों|रुपयो|रु')}\.?`, 'rs'],
  [String.raw`${BEFORE}${word('kam se kam|कम से कम')} ${AMOUNT}`, ' over $1 '],
  [String.raw`${BEFORE}${word('[zj]yaa?da se [zj]yaa?da|ज्यादा से ज्यादा')} ${AMOUNT}`, ' under $1 '],
  [String.raw`${AMOUNT} ?${AND} ${AMOUNT}(?: ?${BETWEEN})?`, ' between $1 and $2 '],
  [String.raw`${AMOUNT} ?(?:${FROM}|${OF}) ${BELOW}`, ' under $1 '],
  [String.raw`${AMOUNT} ?(?:${FROM}|${OF}) ${ABOVE}`, ' over $1 '],
  [String.raw`${AMOUNT} ?${word('tak|tk|तक')}`, ' under $1 '],
].map(([said = '', means = '']) => [new RegExp(said, 'gu'), means] as const)

const HUNDREDS = new RegExp(String.raw`${BEFORE}(${NUMBER}) ?${word('sau|सौ')}`, 'gu')
const THOUSANDS = new RegExp(String.raw`${BEFORE}(?:(${NUMBER}) ?)?${word('ha[zj]aa?r|हजार')}(?: (\d{3})(?!\d))?`, 'gu')
const numberOf = (said: string) => HINDI_NUMBERS[said] ?? Number(said)

/** A text with numbers and prices as English has them: `do hazar se kam` becomes `under 2000`. */
export function readHindiPrices(plain: string): string {
  const counted = plain
    .replaceAll(HUNDREDS, (_, number: string) => String(numberOf(number) * 100))
    .replaceAll(THOUSANDS, (_, number: string = '1', hundreds: string = '0') =>
      String(numberOf(number) * 1000 + Number(hundreds)),
    )
  return PRICES.reduce((text, [said, means]) => text.replaceAll(said, means), counted)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Whether the shop has a word itself, in whatever language, or a search understands it as it is. */
const isUnderstood = ({ words }: Listing, token: string) =>
  words.hasStem(stemOf(token)) ||
  STOP_WORDS.has(token) ||
  PREFERENCE_STEMS.has(stemOf(token)) ||
  Object.hasOwn(ORDERS, token)

/**
 * A plain text with the words of Hindi that it has in the words of the shop. The longest phrase that means something is
 * read first.
 */
export function readHindi(listing: Listing, plain: string): string {
  const tokens = readHindiPrices(plain).split(' ')
  const keys = tokens.map((token) => hindiKey(token.replaceAll(/^[,;.!?]+|[,;.!?]+$/g, '')))
  const read: string[] = []
  for (let place = 0; place < tokens.length;) {
    let length = Math.min(LONGEST_PHRASE, tokens.length - place)
    while (length > 0 && !MEANINGS.has(keys.slice(place, place + length).join(' '))) length -= 1
    const meaning = MEANINGS.get(keys.slice(place, place + length).join(' '))
    const token = tokens[place] ?? ''
    read.push(meaning === undefined || (length === 1 && isUnderstood(listing, token)) ? token : meaning)
    place += Math.max(length, 1)
  }
  return read.filter(Boolean).join(' ')
}
