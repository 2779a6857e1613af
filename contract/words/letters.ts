const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** The letters of a text as people see them: a letter with its vowel sign or accent is one. */
export const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)
