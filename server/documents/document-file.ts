import { z } from 'zod'

import { id } from '#contract/schemas/basic-schemas.ts'
import { PDF } from '#server/http/responses/send-file.ts'

/** A document takes some milliseconds of the drawing thread, and a long one most of a second. */
export const CALLS_PER_MINUTE = 60

/** What every call that sends a document has in common. */
export const DOCUMENT_FILE = {
  params: z.object({ documentId: id }),
  answer: z.string(),
  answerType: PDF,
  makesFile: true,
  callsPerMinute: CALLS_PER_MINUTE,
  errors: ['not_found', 'unavailable'],
} as const
