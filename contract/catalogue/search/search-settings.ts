import { z } from 'zod'

import { COLOUR_FAMILY_NAMES } from '#contract/catalogue/colour-swatches.ts'
import { text } from '#contract/schemas/basic-schemas.ts'

export const MAX_SYNONYMS = 500
export const TOO_MANY_SYNONYMS = `At most ${MAX_SYNONYMS} synonyms.`
export const MAX_CHOSEN_COLOURS = 500
export const TOO_MANY_COLOURS = `At most ${MAX_CHOSEN_COLOURS} colours.`

/** A search for `phrase` also finds what `means` finds. */
export const Synonym = z.strictObject({ phrase: text(60), means: text(60) })
export type Synonym = z.infer<typeof Synonym>

const ColourFamilyChoices = z.record(
  text(60).refine((colour) => colour !== '__proto__', { error: 'No colour has this name.' }),
  z.enum(COLOUR_FAMILY_NAMES),
)

/**
 * Both lists as a whole; one that is left out stays. A colour that is not named belongs to the families its name
 * mentions. `was` holds the lists as the caller saw them. With it, entries that somebody else has changed since are
 * kept.
 */
export const SearchSettingsChange = z.strictObject({
  synonyms: z.array(Synonym).max(MAX_SYNONYMS, { error: TOO_MANY_SYNONYMS }).optional(),
  colourFamilies: ColourFamilyChoices.refine((choices) => Object.keys(choices).length <= MAX_CHOSEN_COLOURS, {
    error: TOO_MANY_COLOURS,
  }).optional(),
  was: z
    .strictObject({
      synonyms: z.array(Synonym).max(MAX_SYNONYMS).optional(),
      colourFamilies: ColourFamilyChoices.optional(),
    })
    .optional(),
})
export type SearchSettingsChange = z.infer<typeof SearchSettingsChange>

export const SearchSettings = z.object({
  synonyms: z.array(z.object({ phrase: z.string(), means: z.string() })),
  colourFamilies: z.record(z.string(), z.enum(COLOUR_FAMILY_NAMES)),
  /** Every colour on sale with the families that it is found by. */
  colours: z.array(z.object({ name: z.string(), families: z.array(z.enum(COLOUR_FAMILY_NAMES)) })),
})
export type SearchSettings = z.infer<typeof SearchSettings>
