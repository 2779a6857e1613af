type Pair = readonly [light: string, dark: string]

/**
 * The colours of a palette by what they are for, as `app/styles/theme.css` names them: light and dark, or the same in
 * both.
 */
interface Palette {
  hint: string
  colours: Readonly<Record<string, Pair>>
}

const palette = (
  hint: string,
  [paper, card, ink, muted, line, edge, link]: readonly [Pair, Pair, Pair, Pair, Pair, Pair, Pair],
  [accent, onAccent]: readonly [string, string],
): Palette => ({
  hint,
  colours: {
    paper,
    card,
    ink,
    muted,
    line,
    edge,
    link,
    marigold: [accent, accent],
    'on-marigold': [onAccent, onAccent],
  },
})

/**
 * The palettes that an owner chooses from. The first is the one of `app/styles/theme.css`, so it replaces nothing.
 * `app/styles/contrast.test.ts` checks them all.
 */
export const PALETTES = {
  'Bone and marigold': { hint: 'Warm paper, black ink, an orange stop.', colours: {} },
  Indigo: palette(
    'Cool paper, deep blue ink, a sky-blue stop.',
    [
      ['#f3f5f8', '#0b101b'],
      ['#e7ebf2', '#161d2c'],
      ['#111a2c', '#edf1f8'],
      ['#4a5468', '#a5afc3'],
      ['#d2d9e4', '#29334a'],
      ['#76809a', '#6f7b95'],
      ['#1f4fa3', '#9dbcff'],
    ],
    ['#8fb8ff', '#111a2c'],
  ),
  Madder: palette(
    'Rose paper, brown ink, a coral stop.',
    [
      ['#f9f3f0', '#150d0d'],
      ['#f1e7e2', '#221717'],
      ['#1f1211', '#f6ecea'],
      ['#60504c', '#b9a7a2'],
      ['#e1d2cc', '#3a2927'],
      ['#8a7570', '#86716d'],
      ['#9a1c3c', '#ffa1b0'],
    ],
    ['#f79c86', '#1f1211'],
  ),
  Leaf: palette(
    'Pale green paper, dark green ink, a lime stop.',
    [
      ['#f3f6f0', '#0c120d'],
      ['#e8ede2', '#171f18'],
      ['#111b13', '#ecf2ea'],
      ['#495849', '#a5b4a5'],
      ['#d1dacb', '#283329'],
      ['#728372', '#6e7f6f'],
      ['#1c6034', '#93d6a6'],
    ],
    ['#bcd653', '#111b13'],
  ),
} as const satisfies Record<string, Palette>
export type PaletteName = keyof typeof PALETTES

export const PALETTE_NAMES = Object.keys(PALETTES) as PaletteName[]

/** The properties that give an element the colours of a palette; none for the first. */
export function coloursOf(name: PaletteName): Record<string, string> {
  const colours: Palette['colours'] = PALETTES[name].colours
  return Object.fromEntries(
    Object.entries(colours).map(([colour, [light, dark]]) => [`--color-${colour}`, `light-dark(${light}, ${dark})`]),
  )
}
