import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { MAX_IMAGE_BYTES, MAX_IMAGES } from '#contract/upload-limits.ts'
import { isShopError, ShopError } from '#contract/errors.ts'
import { invalid } from '#server/errors.ts'

/** Upload limits of a form's parts. The parser has no limit for the whole body: `MAX_BODY_BYTES` is checked here. */
export const FORM_LIMITS = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 20,
  fileSize: MAX_IMAGE_BYTES,
  files: MAX_IMAGES + 1,
  parts: 30,
  headerPairs: 20,
}
const MAX_BODY_BYTES = MAX_IMAGES * MAX_IMAGE_BYTES + 1024 * 1024

/** The one field of a form that holds files. */
interface ExpectedFiles {
  field: string
  max: number
  /** The sentences for too many files, and for a file above `MAX_IMAGE_BYTES`. */
  tooMany: string
  tooLarge: string
}

export const PICTURE_FILES: ExpectedFiles = {
  field: 'images',
  max: MAX_IMAGES,
  tooMany: `A product has at most ${MAX_IMAGES} pictures.`,
  tooLarge: 'A picture may have at most 5 MiB.',
}

const tooLarge = (field: string, sentence: string) =>
  new ShopError('invalid', sentence, { status: 413, fields: { [field]: sentence } })
const unreadable = (cause: unknown) =>
  new ShopError('invalid', 'The form could not be read. Please send it again.', { cause })

/** The content of a form: each text field once, and the files in the order in which they were sent. */
class UploadedForm {
  private readonly expected: ExpectedFiles
  readonly fields = new Map<string, string>()
  readonly uploads: Buffer[] = []
  /** The first error. The rest of the form is still read, so that the sender gets the answer. */
  failure: ShopError | undefined

  constructor(expected: ExpectedFiles) {
    this.expected = expected
  }

  addField({ fieldname, value, valueTruncated }: MultipartValue): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    // A browser sends empty fields too; they count as missing.
    if (text === '') return
    if (valueTruncated) this.refuse(invalid('A field is too long.', { [fieldname]: 'This is too long.' }))
    if (this.fields.has(fieldname)) this.refuse(invalid('A field was sent twice.', { [fieldname]: 'Sent twice.' }))
    this.fields.set(fieldname, text)
  }

  async addFile(part: MultipartFile): Promise<void> {
    const { field, max, tooMany } = this.expected
    if (this.uploads.length >= max || part.fieldname !== field) {
      const sentence = part.fieldname === field ? tooMany : 'Unknown file.'
      this.refuse(invalid(sentence, { [part.fieldname]: sentence }))
      part.file.resume()
      return
    }
    const bytes = await part.toBuffer()
    if (part.file.truncated) this.refuse(tooLarge(field, this.expected.tooLarge))
    // A browser sends an empty file without a name if none was chosen.
    if (bytes.length > 0 || part.filename) this.uploads.push(bytes)
  }

  private refuse(failure: ShopError): void {
    this.failure ??= failure
  }
}

function limitBody(request: FastifyRequest, field: string): void {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    request.raw.resume()
    throw tooLarge(field, 'The form is too large.')
  }
  let bytes = 0
  request.raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) request.raw.destroy()
  })
}

/** Reads a whole form. Throws invalid: 415 for another type, 413 for one that is too large, 400 for a faulty one. */
export async function readForm(request: FastifyRequest, files: ExpectedFiles): Promise<UploadedForm> {
  if (!request.isMultipart()) {
    throw new ShopError('invalid', 'This call takes multipart/form-data.', { status: 415 })
  }
  limitBody(request, files.field)
  const form = new UploadedForm(files)
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') await form.addFile(part)
      else form.addField(part)
    }
  } catch (error) {
    const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw isShopError(error) ? error : isTooLarge ? tooLarge(files.field, 'The form is too large.') : unreadable(error)
  }
  return form
}
