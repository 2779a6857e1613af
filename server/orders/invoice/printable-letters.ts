import { join } from 'node:path'

export type Weight = 'regular' | 'bold'

/** Text in one font. */
export interface Run {
  text: string
  font: string
}

/** What the fonts know: whether one has a character, and how wide a text is. */
export interface Measure {
  has(font: string, codePoint: number): boolean
  width(run: Run, size: number): number
}

/** Two halves of one typeface. A character comes from the first that has it. */
const SCRIPTS = ['latin', 'latin-ext'] as const
/** Replaces a character that neither has. */
export const UNKNOWN = '?'

const fontName = (script: (typeof SCRIPTS)[number], weight: Weight) => `${script}-${weight}`
/** The fonts of an invoice: name → file. */
export const FONT_FILES = Object.fromEntries(
  SCRIPTS.flatMap((script) => [fontName(script, 'regular'), fontName(script, 'bold')]).map((name) => [
    name,
    join(import.meta.dirname, 'fonts', `${name}.ttf`),
  ]),
)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Control characters are not printed.
const CONTROL = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu
const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(CONTROL, '').trim()

function letterOf(grapheme: string, weight: Weight, measure: Measure): Run {
  const codePoints = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0)
  const script = SCRIPTS.find((one) => codePoints.every((point) => measure.has(fontName(one, weight), point)))
  if (script) return { text: grapheme, font: fontName(script, weight) }
  return { text: UNKNOWN, font: fontName('latin', weight) }
}

function joined(letters: readonly Run[]): Run[] {
  const runs: Run[] = []
  for (const letter of letters) {
    const last = runs.at(-1)
    if (last?.font === letter.font) last.text += letter.text
    else runs.push({ ...letter })
  }
  return runs
}

/**
 * Breaks a text of any script and length into lines of runs that fit the width: at spaces, or within a word that is wider than
 * a line. A character that no font has becomes a question mark. An empty text has no line.
 */
export function breakLines(
  text: string,
  { width, size, weight, measure }: { width: number; size: number; weight: Weight; measure: Measure },
): Run[][] {
  const lines: Run[][] = []
  let line: Run[] = []
  const widthOf = (letters: readonly Run[]) => joined(letters).reduce((sum, run) => sum + measure.width(run, size), 0)
  const end = () => {
    if (line.length > 0) lines.push(joined(line))
    line = []
  }
  for (const word of plain(text).split(' ').filter(Boolean)) {
    const letters = Array.from(graphemes.segment(word), ({ segment }) => letterOf(segment, weight, measure))
    const space = line.length > 0 ? [letterOf(' ', weight, measure)] : []
    if (widthOf([...line, ...space, ...letters]) <= width) {
      line.push(...space, ...letters)
      continue
    }
    end()
    for (const letter of letters) {
      if (line.length > 0 && widthOf([...line, letter]) > width) end()
      line.push(letter)
    }
  }
  end()
  return lines
}
