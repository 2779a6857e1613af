import { z } from 'zod'

import { hasMoreEntries } from '#contract/schemas/json-entries.ts'

/** A field of a form that holds JSON of at most `max` entries; `unreadable` is the sentence for anything else. */
export const jsonText = <Schema extends z.ZodType>(schema: Schema, unreadable: string, max: number) =>
  z
    .string({ error: unreadable })
    .transform((written, context) => {
      if (hasMoreEntries(written, max)) {
        context.addIssue(unreadable)
        return z.NEVER
      }
      try {
        return JSON.parse(written) as unknown
      } catch {
        context.addIssue(unreadable)
        return z.NEVER
      }
    })
    .pipe(schema)
