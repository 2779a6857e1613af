import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { FILE_TOO_LARGE } from '#contract/catalogue/upload-limits.ts'
import { invalidField } from '#server/errors.ts'
import { parseInput } from '#server/http/route.ts'
import { readForm } from '#server/http/uploaded-form.ts'

/** Reading a sheet is much work. */
export const CSV_FORMS_PER_MINUTE = 20

const SHEET = { field: 'sheet', max: 1, tooMany: 'One file at a time.', tooLarge: FILE_TOO_LARGE }

/**
 * The fields of a form with one CSV file, and that file. Throws what `readForm` throws, and invalid (400) for faulty
 * fields and without a file.
 */
export async function readCsvForm<Fields extends z.ZodType>(
  request: FastifyRequest,
  schema: Fields,
): Promise<{ fields: z.output<Fields>; file: Buffer }> {
  const { fields: texts, uploads, failure } = await readForm(request, SHEET)
  const fields = parseInput(schema, Object.fromEntries(texts))
  if (failure) throw failure
  const [file] = uploads.files
  if (!file) throw invalidField('sheet', 'Please choose a CSV file.')
  return { fields, file }
}
