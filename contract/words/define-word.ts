import type { Placeholder } from '#contract/words/placeholders.ts'

/** A text of the shop that its owner may replace. */
export interface Word {
  label: string
  /** The shop's own words. */
  default: string
  /** The most characters. */
  max: number
  /** The most of what was saved before, where less is taken now. */
  savedMax?: number
  /** It may have several paragraphs; else it is one line. */
  isLong?: boolean
  /** It may be empty. */
  isOptional?: boolean
  /** What may stand in it in braces. */
  placeholders?: readonly Placeholder[]
  /** Those of them that must. */
  needs?: readonly Placeholder[]
  hint?: string
}

type Terms = Partial<Omit<Word, 'label' | 'default'>>

export const word = (label: string, text: string, terms: Terms = {}): Word => ({
  label,
  default: text,
  max: 160,
  ...terms,
})

export const paragraphs = (label: string, text: string, terms: Terms = {}): Word =>
  word(label, text, { max: 2000, isLong: true, ...terms })

export const button = (text: string): Word => word('Button', text, { max: 40 })
