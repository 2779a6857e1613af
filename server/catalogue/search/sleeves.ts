import { LONG_SLEEVE_FROM_CM } from '#contract/catalogue/sleeve-length.ts'

/**
 * The sleeves that lists are narrowed by, in the order of the filter, and the words that tell them in what an owner
 * writes.
 */
const SLEEVES: readonly (readonly [name: string, words: RegExp])[] = [
  ['Full', /\b(?:full|long)[ -]?sleeve/i],
  ['Half', /\b(?:half|short)[ -]?sleeve/i],
  ['Sleeveless', /\bsleeveless\b/i],
]

export const SLEEVE_NAMES: readonly string[] = SLEEVES.map(([name]) => name)

/** The sleeves that a text names, unless it names several. */
function sleevesIn(text: string): string | undefined {
  const [only, ...others] = SLEEVES.filter(([, words]) => words.test(text))
  return others.length === 0 ? only?.[0] : undefined
}

/**
 * The sleeves of a garment as far as they are known: what its facts say, else the longest that was measured, else what
 * its description says; undefined where none of them tells.
 */
export function sleevesOf(facts: string, measuredCm: number | null, description: string): string | undefined {
  const measured = measuredCm === null || measuredCm <= 0 ? undefined : measuredCm >= LONG_SLEEVE_FROM_CM
  return sleevesIn(facts) ?? (measured === undefined ? sleevesIn(description) : measured ? 'Full' : 'Half')
}
