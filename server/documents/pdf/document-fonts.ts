import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Blob, Buffer, Face, Feature, Font, shape } from 'harfbuzzjs'

export type Weight = 'regular' | 'bold'

/** The fonts of a document, each with the letters of its script; the first one has Latin, figures and Devanagari. */
export const FONT_NAMES = [
  'mukta',
  'bengali',
  'gurmukhi',
  'gujarati',
  'odia',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
] as const
export type FontName = (typeof FONT_NAMES)[number]

export const fontFile = (name: FontName, weight: Weight): string =>
  join(import.meta.dirname, 'fonts', `${name}-${weight}.ttf`)

/** Glyphs and their places in units of the font. The first glyph of letters that are joined stands for all of them. */
interface ShapedText {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  advanceWidth: number
}

export interface DocumentFont {
  has(codePoint: number): boolean
  /** Joins and orders letters as their script wants it. */
  shape(text: string): ShapedText
  /** In points. */
  width(text: string, size: number): number
}

/** Figures of one width align in a column. */
const FEATURES = [Feature.fromString('tnum')].filter((feature) => feature !== undefined)

const advanceOf = (positions: readonly { xAdvance: number }[]) =>
  positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
const codePointsOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

function openFont(file: string): DocumentFont {
  const face = new Face(new Blob(readFileSync(file)))
  const font = new Font(face)
  const letters = new Set(face.collectUnicodes())

  function shaped(text: string): Buffer {
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer, FEATURES)
    return buffer
  }

  return {
    has: (codePoint) => letters.has(codePoint),
    shape(text) {
      const buffer = shaped(text)
      const infos = buffer.getGlyphInfos()
      const positions = buffer.getGlyphPositions()
      const glyphs = infos.map(({ codepoint: id, cluster }, index) => {
        const isFirst = infos[index - 1]?.cluster !== cluster
        const end = infos.find((info) => info.cluster > cluster)?.cluster
        const codePoints = isFirst ? codePointsOf(text.slice(cluster, end)) : []
        return { id, advanceWidth: font.glyphHAdvance(id), codePoints }
      })
      return { glyphs, positions: positions.map((position) => ({ ...position })), advanceWidth: advanceOf(positions) }
    },
    width: (text, size) => (advanceOf(shaped(text).getGlyphPositions()) * size) / face.upem,
  }
}

const opened = new Map<string, DocumentFont>()

/** A font of a document; each is read once. */
export function documentFont(name: FontName, weight: Weight): DocumentFont {
  const file = fontFile(name, weight)
  const font = opened.get(file) ?? openFont(file)
  opened.set(file, font)
  return font
}
