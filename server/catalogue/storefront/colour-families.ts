import { plainText } from '#server/catalogue/storefront/words.ts'

import { COLOUR_FAMILIES, type ColourFamily } from '#contract/colour-families.ts'

/** Words of colour names by the family that they belong to. A word that is missing here belongs to none. */
const WORDS: Record<ColourFamily, string> = {
  Black: 'black jet onyx raven ebony',
  Grey: 'grey gray charcoal graphite slate silver ash melange concrete smoke steel gunmetal pewter',
  White: 'white ivory snow chalk pearl',
  Beige: 'beige cream ecru sand oat oatmeal bone natural stone khaki tan camel fawn taupe undyed biscuit wheat',
  Brown: 'brown tobacco chocolate coffee mocha walnut chestnut cocoa umber',
  Red: 'red maroon burgundy wine crimson scarlet brick cherry oxblood',
  Orange: 'orange rust terracotta clay copper coral peach apricot',
  Yellow: 'yellow mustard butter marigold gold lemon saffron ochre',
  Green: 'green olive sage forest moss mint emerald bottle pine lime fern',
  Blue: 'blue navy indigo sky midnight denim ink teal cobalt azure turquoise aqua royal petrol',
  Purple: 'purple lilac lavender plum violet mauve aubergine',
  Pink: 'pink rose blush fuchsia magenta salmon',
}

const FAMILY_OF = new Map(
  COLOUR_FAMILIES.flatMap(({ name }) => WORDS[name].split(' ').map((word) => [word, name] as const)),
)

/** The families of a colour: the one that the owner has chosen for it, else those that its name mentions. */
export function familiesOf(colour: string | null, chosen: Readonly<Record<string, ColourFamily>>): ColourFamily[] {
  if (colour === null) return []
  const family = chosen[colour]
  if (family) return [family]
  const words = plainText(colour).split(/[^\p{Letter}]+/u)
  return [...new Set(words.flatMap((word) => FAMILY_OF.get(word) ?? []))]
}
