import type { ErrorBody, FieldErrors, ShopError } from '#contract/api/errors.ts'

import { MAX_ERROR_FIELDS, MAX_ERROR_NAME_LENGTH, MAX_ERROR_SENTENCE_LENGTH } from '#server/http/request-limits.ts'

const sentenceOf = (text: string) =>
  text.length <= MAX_ERROR_SENTENCE_LENGTH ? text : `${text.slice(0, MAX_ERROR_SENTENCE_LENGTH - 1).toWellFormed()}…`

const shortened = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_ERROR_FIELDS)
      .map(([name, sentence]) => [name.slice(0, MAX_ERROR_NAME_LENGTH).toWellFormed(), sentenceOf(sentence)]),
  )

/** The body of an error answer. It is short, whatever the caller sent. */
export function errorBody(error: ShopError, requestId: string | undefined): ErrorBody {
  const message = sentenceOf(error.message)
  return {
    message,
    error: message,
    code: error.code,
    ...(error.fields && { fields: shortened(error.fields) }),
    ...(requestId !== undefined && { requestId }),
  }
}
