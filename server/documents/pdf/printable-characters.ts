import { join } from 'node:path'

export type Weight = 'regular' | 'bold'

/** What the fonts know: whether one has a character, and how wide a text is. */
export interface Measure {
  has(weight: Weight, codePoint: number): boolean
  width(text: string, weight: Weight, size: number): number
}

/** Replaces a character that the font lacks. */
export const UNKNOWN = '?'

/** The fonts of a document: one file for each weight, with Latin and Devanagari. */
export const FONT_FILES: Record<Weight, string> = {
  regular: join(import.meta.dirname, 'fonts', 'regular.ttf'),
  bold: join(import.meta.dirname, 'fonts', 'bold.ttf'),
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Control characters are not printed.
const CONTROL = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu
const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(CONTROL, '').trim()

function printable(grapheme: string, weight: Weight, measure: Measure): string {
  const isThere = Array.from(grapheme).every((letter) => measure.has(weight, letter.codePointAt(0) ?? 0))
  return isThere ? grapheme : UNKNOWN
}

/**
 * Breaks a text of any script and length into lines that fit the width: at spaces, or within a word that is wider than a line. A
 * character that the font lacks becomes a question mark. An empty text has no line.
 */
export function breakLines(
  text: string,
  { width, size, weight, measure }: { width: number; size: number; weight: Weight; measure: Measure },
): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (longer: string) => measure.width(longer, weight, size) <= width
  const end = () => {
    if (line !== '') lines.push(line)
    line = ''
  }
  for (const word of plain(text).split(' ').filter(Boolean)) {
    const letters = Array.from(graphemes.segment(word), ({ segment }) => printable(segment, weight, measure))
    const longer = [line, letters.join('')].filter(Boolean).join(' ')
    if (fits(longer)) {
      line = longer
      continue
    }
    end()
    for (const letter of letters) {
      if (line !== '' && !fits(line + letter)) end()
      line += letter
    }
  }
  end()
  return lines
}
