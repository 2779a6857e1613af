import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { coloursOf, PALETTE_NAMES, type PaletteName } from '#contract/settings/palettes.ts'
import { contrastRatio } from '#test/contrast-ratio.ts'

type Scheme = 'light' | 'dark'

const theme = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

/** The value of `--color-<name>` of a palette in one scheme, as #rrggbb. */
function colourOf(name: string, scheme: Scheme, palette: PaletteName): string {
  const own = coloursOf(palette)[`--color-${name}`]
  const value = own ?? new RegExp(`--color-${name}:\\s*([^;]+);`).exec(theme)?.[1]
  const pair = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value ?? '')
  const colour = pair ? pair[scheme === 'light' ? 1 : 2] : value
  if (!/^#[\da-f]{6}$/.test(colour ?? '')) throw new Error(`--color-${name} is no colour that can be checked: ${value}`)
  return colour!
}

const GROUNDS = ['paper', 'card']
const STATUS = ['placed', 'shipped', 'delivered', 'cancelled'].map((status) => `status-${status}`)

const TEXT = [
  ...GROUNDS.flatMap((ground) => ['ink', 'muted', 'link', ...STATUS].map((text) => [text, ground] as const)),
  ['paper', 'ink'],
  ['on-marigold', 'marigold'],
  ['on-danger', 'status-cancelled'],
  ['on-backdrop', 'backdrop'],
  ['on-overlay', 'overlay'],
] as const

// What has to be made out without being read: the edge of a control, the ring around what has the focus.
const SHAPES = [
  ...GROUNDS.flatMap((ground) => ['edge', 'link'].map((shape) => [shape, ground] as const)),
  ['marigold', 'ink', 'light'],
] as const

const SCHEMES: Scheme[] = ['light', 'dark']

test('contrast: black on white is 21, a colour on itself 1', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastRatio('#fea91e', '#fea91e')).toBe(1)
})

const LOOKS = PALETTE_NAMES.flatMap((palette) => SCHEMES.map((scheme) => [scheme, palette] as const))

test('there are four palettes, and each names colours that the theme has', () => {
  expect(PALETTE_NAMES).toHaveLength(4)
  const names = new Set(PALETTE_NAMES.flatMap((palette) => Object.keys(coloursOf(palette))))
  expect([...names].filter((name) => !theme.includes(`${name}:`))).toEqual([])
})

test.each(LOOKS)('every text is readable on its background in the %s scheme of %s', (scheme, palette) => {
  const faint = TEXT.map(([text, ground]) => ({
    pair: `${text} on ${ground}`,
    ratio: contrastRatio(colourOf(text, scheme, palette), colourOf(ground, scheme, palette)),
  })).filter(({ ratio }) => ratio < 4.5)
  expect(faint).toEqual([])
})

test.each(LOOKS)('every edge is visible on its background in the %s scheme of %s', (scheme, palette) => {
  const faint = SHAPES.filter(([, , only]) => only === undefined || only === scheme)
    .map(([shape, ground]) => ({
      pair: `${shape} on ${ground}`,
      ratio: contrastRatio(colourOf(shape, scheme, palette), colourOf(ground, scheme, palette)),
    }))
    .filter(({ ratio }) => ratio < 3)
  expect(faint).toEqual([])
})
