import type { z } from 'zod'

/** Most unknown field names, and most characters of them, that an error repeats. */
const MAX_ECHOED_NAMES = 5
const MAX_ECHOED_LENGTH = 60

/** A sentence for people about what is wrong with a value, for schemas without a sentence of their own. */
export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Please fill in this field.' : 'This value is of the wrong kind.'
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.slice(0, MAX_ECHOED_NAMES).join(', ').slice(0, MAX_ECHOED_LENGTH)}.`
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
