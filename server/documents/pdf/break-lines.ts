import type { Weight } from '#server/documents/pdf/document-fonts.ts'

import { joinRuns, lettersOf, type Measure, type Run } from '#server/documents/pdf/text-runs.ts'

interface Place {
  width: number
  size: number
  weight: Weight
  measure: Measure
}

/** A line of text in the fonts that draw it. */
export interface Line {
  runs: Run[]
  width: number
}

/** So many letters at least stand at the beginning of a word's last part. */
const FEWEST = 3
/** A long word is divided behind one of these rather than within its parts. */
const DIVIDER = /^[-‐–—_/\\.,:;@&+=]$/u

function lineOf(letters: readonly Run[], { size, weight, measure }: Place): Line {
  const runs = joinRuns(letters)
  return { runs, width: runs.reduce((sum, run) => sum + measure.width(run, weight, size), 0) }
}

/** How many of so many letters fit the width, written as `written` says; at least one. */
function countFitting(all: number, place: Place, written: (count: number) => readonly Run[]): number {
  let [fits, tooMany] = [1, all + 1]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (lineOf(written(middle), place).width <= place.width) fits = middle
    else tooMany = middle
  }
  return fits
}

/**
 * Divides a word that is wider than a line: behind a hyphen or the like if one is near, and never before its last
 * letter alone.
 */
function divideWord(word: readonly Run[], place: Place): Run[][] {
  const fitting = countFitting(word.length, place, (count) => word.slice(0, count))
  if (fitting >= word.length) return [[...word]]
  const divider = word.findLastIndex(({ text }, index) => index < fitting && index >= fitting / 2 && DIVIDER.test(text))
  const left = word.length - fitting
  const carried = fitting > 2 * FEWEST ? Math.max(0, FEWEST - left) : 0
  const end = divider < 0 ? fitting - carried : divider + 1
  return [word.slice(0, end), ...divideWord(word.slice(end), place)]
}

function wordsOf(letters: readonly Run[]): Run[][] {
  const words: Run[][] = [[]]
  for (const letter of letters) {
    if (letter.text === ' ') words.push([])
    else words.at(-1)?.push(letter)
  }
  return words.filter((word) => word.length > 0)
}

/**
 * Breaks a text of any script and length into lines that fit the width: at spaces, or within a word that is wider than
 * a line. A letter that no font has is left out. An empty text has no line.
 */
export function breakLines(text: string, place: Place): Line[] {
  const lines: Line[] = []
  let line: Run[] = []
  for (const word of wordsOf(lettersOf(text, place.measure))) {
    const blanks = line.slice(-1).map(({ font }): Run => ({ font, text: ' ' }))
    const longer = [...line, ...blanks, ...word]
    if (lineOf(longer, place).width <= place.width) {
      line = longer
      continue
    }
    if (line.length > 0) lines.push(lineOf(line, place))
    const parts = divideWord(word, place)
    line = parts.pop() ?? []
    lines.push(...parts.map((part) => lineOf(part, place)))
  }
  if (line.length > 0) lines.push(lineOf(line, place))
  return lines
}

/**
 * The first lines of a text that has more of them. A "…" stands for the rest: at the end of the last line, or in its
 * middle, so that the end of the text is read.
 */
export function cutLines(lines: readonly Line[], most: number, place: Place, keepsEnd: boolean): Line[] {
  if (lines.length <= most) return [...lines]
  const rest = lines.slice(most - 1).map(({ runs }) => runs.map(({ text }) => text).join(''))
  const letters = lettersOf(rest.join(' '), place.measure)
  const sign = lettersOf('…', place.measure)
  const written = (count: number) => {
    const end = letters.length - (keepsEnd ? Math.floor(count / 2) : 0)
    return [...letters.slice(0, count - (letters.length - end)), ...sign, ...letters.slice(end)]
  }
  return [...lines.slice(0, most - 1), lineOf(written(countFitting(letters.length, place, written)), place)]
}
