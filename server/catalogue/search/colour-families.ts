import { plainText } from '#server/catalogue/search/normalize-text.ts'

import { COLOUR_FAMILIES, type ColourFamily } from '#contract/catalogue/colour-swatches.ts'

/**
 * The words of colour names, by colour family. A swatch has the colour of its family, or the one after the word, so
 * that khaki and stone look different.
 */
const WORDS: Record<ColourFamily, string> = {
  Black: 'black jet onyx raven ebony',
  Grey: `grey gray charcoal#3d4044 graphite#4a4d52 slate#5b6670 silver#c2c5c9 ash#b5b7b9 melange#a3a6aa concrete smoke
    steel gunmetal pewter`,
  White: 'white ivory#fbf6e6 snow chalk pearl',
  Beige: `beige cream#f3ead3 ecru#ebe1ca sand oat oatmeal bone#e6dfd0 natural#e4d9c2 stone#cbc5b9 khaki#ad9a6e tan#c39b6c
    camel#b98b54 fawn taupe#8f8173 undyed biscuit wheat`,
  Brown: 'brown tobacco#7d5230 chocolate#4a2f21 coffee mocha walnut chestnut cocoa umber',
  Red: 'red maroon#6e1f2b mehroon#6e1f2b burgundy#6a1b2e wine#5f1a2d crimson scarlet brick#9a4430 cherry oxblood#5a1a22',
  Orange: 'orange rust#a34a25 terracotta clay#b5694a copper coral#e8795f peach#f0b592 apricot',
  Yellow: 'yellow mustard#c99a2e butter#f3dd8d marigold gold lemon saffron ochre#b98a2f',
  Green:
    'green olive#66693a sage#9aab8c forest#2c4a36 moss mint#a9d6bd emerald bottle#1f4233 pine#26493d lime fern pista#b5c98f',
  Blue: `blue navy#1f2b49 indigo#37457a sky#93bbe0 midnight#161d36 denim ink#1b2540 teal#1f6f74 cobalt azure turquoise#3fb0b4
    aqua#7cc6c8 royal#2a4fb0 petrol#1d4a57`,
  Purple: 'purple lilac#c3a9d6 lavender#b7a6d8 plum#5b2f52 violet mauve aubergine#46263f',
  Pink: 'pink rose#d5808f blush#efc7c6 fuchsia#c62f7e magenta salmon',
}

/** What comes closest to a colour, for who finds nothing of it: the nearest first. */
export const NEIGHBOURS: Readonly<Record<ColourFamily, readonly ColourFamily[]>> = {
  Black: ['Grey'],
  Grey: ['Black', 'White'],
  White: ['Beige', 'Grey'],
  Beige: ['White', 'Brown'],
  Brown: ['Beige', 'Orange'],
  Red: ['Orange', 'Pink'],
  Orange: ['Yellow', 'Red', 'Brown'],
  Yellow: ['Beige', 'Orange'],
  Green: ['Blue'],
  Blue: ['Grey', 'Green', 'Purple'],
  Purple: ['Pink', 'Blue'],
  Pink: ['Red', 'Purple', 'Orange'],
}

const HEX = Object.fromEntries(COLOUR_FAMILIES.map(({ name, hex }) => [name, hex])) as Record<ColourFamily, string>

const KNOWN = new Map(
  COLOUR_FAMILIES.flatMap(({ name: family }) =>
    WORDS[family].split(/\s+/).map((entry) => {
      const [word = '', shade] = entry.split('#')
      return [word, { family, shade: shade && `#${shade}` }] as const
    }),
  ),
)

/** The family of the colour that a plain word names. */
export const colourFamilyOf = (word: string): ColourFamily | undefined => KNOWN.get(word)?.family

/**
 * The families of a colour, each with its hex colour: the family that an administrator has chosen, else those in the
 * colour's name.
 */
export function shadesOf(
  colour: string | null,
  chosen: Readonly<Record<string, ColourFamily>>,
): Map<ColourFamily, string> {
  const shades = new Map<ColourFamily, string>()
  if (colour === null) return shades
  const family = Object.hasOwn(chosen, colour) ? chosen[colour] : undefined
  if (family) return shades.set(family, HEX[family])
  for (const word of plainText(colour).split(/[^\p{Letter}]+/u)) {
    const known = KNOWN.get(word)
    if (known && (known.shade || !shades.has(known.family))) shades.set(known.family, known.shade ?? HEX[known.family])
  }
  return shades
}
