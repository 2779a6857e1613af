/**
 * The fabrics that lists are narrowed by, in the order of the filter, and the words that tell them in what an owner
 * writes: `Yarn-dyed cotton poplin, 120 g/m²` is cotton and poplin. An owner whose cloth is called otherwise adds its
 * words here.
 */
const FABRICS: readonly (readonly [name: string, words: RegExp])[] = [
  ['Cotton', /\b(?:cotton|khadi)\b/i],
  ['Linen', /\b(?:linen|flax)\b/i],
  ['Wool', /\b(?:wool|merino|cashmere|pashmina)\b/i],
  ['Silk', /\bsilk\b/i],
  ['Viscose', /\b(?:viscose|rayon|modal|lyocell|tencel)\b/i],
  ['Polyester', /\b(?:polyester|nylon|polyamide)\b/i],
  ['Denim', /\bdenim\b/i],
  ['Corduroy', /\bcord(?:uroy)?\b/i],
  ['Flannel', /\bflannel\b/i],
  ['Jersey', /\bjersey\b/i],
  ['Oxford', /\boxford\b/i],
  ['Piqué', /\bpiqu[eé]/i],
  ['Poplin', /\bpoplin\b/i],
  ['Terry', /\b(?:terry|fleece)\b/i],
  ['Twill', /\b(?:twill|gabardine|drill)\b/i],
]

export const FABRIC_NAMES: readonly string[] = FABRICS.map(([name]) => name)

/** The fabrics that a text names; none where it names none of them. */
export const fabricsIn = (text: string | null): readonly string[] =>
  text === null ? [] : FABRICS.flatMap(([name, words]) => (words.test(text) ? name : []))
