import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { Blob, Buffer as Text, Face, Font, shape } from 'harfbuzzjs'
import { expect, test } from 'vitest'

import { documentFont, type FontName } from '#server/documents/pdf/document-fonts.ts'
import { drawRun } from '#server/documents/pdf/draw-run.ts'
import { joinRuns, lettersOf } from '#server/documents/pdf/text-runs.ts'
import { MEASURE, openPdf } from '#server/documents/pdf/open-pdf.ts'
import { drawnGlyphs } from '#test/read-pdf.ts'

/**
 * A word of each script with joined letters and with a vowel that is drawn before the letter that it follows, and its
 * whole font.
 */
const WORDS: Record<FontName, [word: string, file: string]> = {
  mukta: ['क्षितिज', 'mukta/400Regular/Mukta_400Regular.ttf'],
  bengali: ['শক্তির', 'noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'],
  gurmukhi: ['ਕ੍ਰਿਸ਼ਨ', 'noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'],
  gujarati: ['ક્ષિતિજ', 'noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf'],
  odia: ['କ୍ଷେତ୍ର', 'noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf'],
  tamil: ['ஸ்ரீகொடி', 'noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'],
  telugu: ['లక్ష్మైకృష్ణ', 'noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf'],
  kannada: ['ಲಕ್ಷ್ಮೀಕೃಷ್ಣೇ', 'noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf'],
  malayalam: ['ക്ഷേത്രം', 'noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf'],
}

const { resolve } = createRequire(import.meta.url)
const openFont = (bytes: Uint8Array) => new Font(new Face(new Blob(bytes)))

/** What the whole font draws for a word: the outline and the place of each glyph. */
function shapedByWholeFont(word: string, file: string) {
  const font = openFont(readFileSync(resolve(`@expo-google-fonts/${file}`)))
  const buffer = new Text()
  buffer.addText(word)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const ids = buffer.getGlyphInfos().map(({ codepoint }) => codepoint)
  const places = buffer.getGlyphPositions().map(({ xAdvance, xOffset, yOffset }) => ({ xAdvance, xOffset, yOffset }))
  return { ids, places, outlines: ids.map((id) => font.glyphToPath(id)), missing: font.glyphToPath(0) }
}

/** The same of a document, by the font that is embedded in it. */
async function drawnInDocument(name: FontName, text: string): Promise<string[]> {
  const { doc, bytes } = await openPdf({ title: 'T', author: 'A', createdAt: new Date(0) }, 'A4')
  drawRun(doc, { font: name, text }, { x: 50, y: 50, size: 20, weight: 'regular', colour: '#000000' })
  doc.end()
  const [drawn, ...others] = drawnGlyphs(await bytes)
  expect(others).toEqual([])
  const font = openFont(drawn!.font)
  return drawn!.ids.map((id) => font.glyphToPath(id))
}

test.for(Object.entries(WORDS))('a word of %s is drawn as its whole font shapes it', async ([name, [word, file]]) => {
  const whole = shapedByWholeFont(word, file)
  expect(whole.ids).not.toContain(0)
  expect(whole.ids.length).not.toBe(0)
  const outlines = await drawnInDocument(name as FontName, word)
  expect(outlines).toEqual(whole.outlines)
  expect(outlines).not.toContain(whole.missing)
  const { positions } = documentFont(name as FontName, 'regular').shape(word)
  expect(positions.map(({ xAdvance, xOffset, yOffset }) => ({ xAdvance, xOffset, yOffset }))).toEqual(whole.places)
})

test.for(Object.entries(WORDS))('a word of %s is not drawn letter by letter', ([name, [word, file]]) => {
  const { outlines } = shapedByWholeFont(word, file)
  const letters = Array.from(word).flatMap((letter) => shapedByWholeFont(letter, file).outlines)
  expect({ name, outlines }).not.toEqual({ name, outlines: letters })
})

test('Devanagari after Latin letters of the same font is shaped as it is alone', () => {
  const [word] = WORDS.mukta
  const idsOf = (text: string) =>
    joinRuns(lettersOf(text, MEASURE)).flatMap((run) =>
      documentFont(run.font, 'regular')
        .shape(run.text)
        .glyphs.map(({ id }) => id),
    )
  expect(idsOf(`Kurta ${word}`)).toEqual([...idsOf('Kurta'), idsOf('a b')[1], ...idsOf(word)])
  expect(idsOf(`${word} Kurta`)).toEqual([...idsOf(word), idsOf('a b')[1], ...idsOf('Kurta')])
})
