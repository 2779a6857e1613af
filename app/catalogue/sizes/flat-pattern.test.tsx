import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { FlatPattern } from '#app/catalogue/sizes/flat-pattern.tsx'

const drawn = (words: Record<string, string>) => renderToStaticMarkup(<FlatPattern words={words} />)
const pieces = (html: string) => html.split('<svg').length - 1

test('a shirt is drawn as one piece with the measures that it has', () => {
  const html = drawn({ chest: 'Chest 108', length: 'Length 75', sleeve: 'Sleeve 62' })
  expect(pieces(html)).toBe(1)
  for (const words of ['Chest 108', 'Length 75', 'Sleeve 62']) expect(html).toContain(words)
  expect(html).not.toContain('Collar')
})

test('a sleeve down to the wrist is drawn as one', () => {
  const words = { chest: 'Chest 108', sleeve: 'Sleeve 65' }
  const long = renderToStaticMarkup(<FlatPattern words={words} isLongSleeved />)
  expect(pieces(long)).toBe(1)
  expect(long).toContain('Sleeve 65')
  expect(long).not.toBe(drawn(words))
})

test('trousers are one piece, and a set is two', () => {
  const trousers = { waist: 'Waist 84', inseam: 'Inseam 81' }
  expect(pieces(drawn(trousers))).toBe(1)
  expect(pieces(drawn({ ...trousers, chest: 'Chest 110' }))).toBe(2)
})

test('what has none of these measures is not drawn', () => {
  expect(drawn({ brim: 'Brim 6' })).toBe('')
  expect(drawn({})).toBe('')
})
