import type { FontName, Weight } from '#server/documents/pdf/document-fonts.ts'

/** What the fonts know: whether one has a letter, and how wide a text of it is. */
export interface Measure {
  fonts: readonly FontName[]
  has(font: FontName, codePoint: number): boolean
  width(run: Run, weight: Weight, size: number): number
}

/** Letters in a row that one font draws. */
export interface Run {
  font: FontName
  text: string
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Control characters are not printed.
const CONTROL = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu
/** Joiners and signs that choose a variant are nothing to see by themselves. */
const UNSEEN = /^(?:\s|\p{Default_Ignorable_Code_Point})*$/u

const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(CONTROL, '').trim()
const points = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

/** The font that has the letter and most of its marks, with what it has of them. */
function drawnBy(grapheme: string, measure: Measure): Run | undefined {
  const [base = 0, ...marks] = points(grapheme)
  const runs = measure.fonts
    .filter((font) => measure.has(font, base))
    .map((font) => ({
      font,
      text: String.fromCodePoint(base, ...marks.filter((mark) => measure.has(font, mark))),
    }))
  return runs.toSorted((one, other) => other.text.length - one.text.length)[0]
}

const drawnOf = (text: string, measure: Measure): Run[] =>
  Array.from(graphemes.segment(text), ({ segment }) => drawnBy(segment, measure)).filter((run) => run !== undefined)

/** A grapheme as it is, else the plain letters that it stands for (`№`, `Ａ`), else without marks that no font has. */
const FORMS = ['NFC', 'NFKC', 'NFKD']

function lettersIn(grapheme: string, measure: Measure): Run[] {
  for (const form of FORMS) {
    const runs = drawnOf(grapheme.normalize(form), measure)
    if (runs.length > 0) return runs
  }
  return []
}

/**
 * The letters of a text as people see them, each with its font. A letter that no font has, such as a picture, is left
 * out.
 */
export const lettersOf = (text: string, measure: Measure): Run[] =>
  Array.from(graphemes.segment(plain(text)), ({ segment }) => lettersIn(segment, measure)).flat()

/** The script of a text's first letter of Latin or Devanagari; figures and blanks go with either. */
const scriptOf = (text: string) => /\p{Script=Latin}|\p{Script=Devanagari}/u.exec(text)?.[0]
const isDevanagari = (letter: string | undefined) => letter && /\p{Script=Devanagari}/u.test(letter)

/** Whether letters are shaped by other rules than those before: a run is shaped by the script of its first letter. */
function isOtherScript(before: string, text: string): boolean {
  const [one, other] = [scriptOf(before), scriptOf(text)]
  return one !== undefined && other !== undefined && isDevanagari(one) !== isDevanagari(other)
}

/** Letters that follow each other in one font and one script, joined. A blank is drawn by the font before it. */
export function joinRuns(letters: readonly Run[]): Run[] {
  const runs: Run[] = []
  for (const { font, text } of letters) {
    const last = runs.at(-1)
    if (last && last.font === font && !isOtherScript(last.text, text)) last.text += text
    else runs.push({ font, text })
  }
  return runs
}

/** What somebody who reads a text aloud says. */
const SILENT = /[^\p{L}\p{M}\p{N}]|\p{Me}|\p{Default_Ignorable_Code_Point}/gu
const spoken = (text: string) => text.normalize('NFKD').replaceAll(SILENT, '')

/** Whether every letter, mark and figure of a text is printed. A picture says nothing and is not missed. */
export function isWhole(text: string, measure: Measure): boolean {
  const printed = lettersOf(text, measure).map((letter) => letter.text)
  return spoken(printed.join('')) === spoken(plain(text))
}

/** Whether a text has a letter that can be printed. */
export const isPrintable = (text: string, measure: Measure): boolean =>
  lettersOf(text, measure).some((letter) => !UNSEEN.test(letter.text))
