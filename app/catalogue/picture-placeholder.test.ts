import { thumbHashToRGBA } from 'thumbhash'
import { expect, test } from 'vitest'

import { placeholderOf } from '#app/catalogue/picture-placeholder.ts'

const HASHES = ['IggWBgD4l5eHiPdXaHd3enaI93dvf+c=', '3OcRJYB4d3h/iIeHeEh3eIhw+j2w', '1QcSHQRnh493V4dIh4eXh1h4kJUI']

/** The colours that the format's own decoder draws nearest to the middle and to the corner of the gradient. */
function drawn(hash: string) {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(hash, 'base64'))
  const at = (x: number, y: number) => rgba.slice((y * w + x) * 4, (y * w + x) * 4 + 3)
  return [at(Math.floor(w / 2), Math.floor(h / 2)), at(Math.floor(w * 0.06), Math.floor(h * 0.06))]
}

const partsOf = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))

test.each(HASHES)('the gradient of %s has the colours of its picture’s middle and edge', (hash) => {
  const [middle = '', edge = ''] = placeholderOf(hash)?.match(/#[0-9a-f]{6}/g) ?? []
  const [drawnMiddle, drawnEdge] = drawn(hash)
  for (const [colour, wanted] of [
    [middle, drawnMiddle],
    [edge, drawnEdge],
  ] as const) {
    const off = partsOf(colour).map((part, index) => Math.abs(part - (wanted?.[index] ?? Number.NaN)))
    expect(Math.max(...off)).toBeLessThan(16)
  }
})

test('an invalid thumbhash has no placeholder', () => {
  expect(placeholderOf('%%%')).toBeUndefined()
})
