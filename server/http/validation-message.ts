import type { z } from 'zod'

/** Somebody's own words are not given back at length. */
const LONGEST = 60

/** What is wrong with a value, as a sentence for people, where the schema has none of its own. */
export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Please fill in this field.' : 'This value is of the wrong kind.'
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ').slice(0, LONGEST)}.`
    case 'too_small':
      return `At least ${issue.minimum}.`
    case 'too_big':
      return `At most ${issue.maximum}.`
    case 'invalid_value':
      return `One of these: ${issue.values.map(String).filter(Boolean).join(', ')}.`
    default:
      return 'This value cannot be used.'
  }
}
