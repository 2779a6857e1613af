import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import type { ShopServer } from '#server/http/server.ts'

import { IMAGE_TOO_LARGE, MAX_IMAGES, MAX_UPLOAD_BYTES, TOO_MANY_IMAGES } from '#contract/catalogue/upload-limits.ts'
import { isShopError, ShopError } from '#contract/api/errors.ts'
import { invalid, invalidField } from '#server/errors.ts'
import { networksOf, type Network } from '#server/http/rate-limits/caller-networks.ts'

/** Upload limits of a form's parts. The parser has no limit for the whole body: `MAX_BODY_BYTES` is checked here. */
const FORM_LIMITS = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 20,
  fileSize: MAX_UPLOAD_BYTES,
  files: MAX_IMAGES + 1,
  parts: 30,
  headerPairs: 20,
}
const MAX_BODY_BYTES = MAX_IMAGES * MAX_UPLOAD_BYTES + 1024 * 1024

/** The one field of a form that holds files. */
interface ExpectedFiles {
  field: string
  max: number
  /** The sentences for too many files, and for a file above `MAX_UPLOAD_BYTES`. */
  tooMany: string
  tooLarge: string
}

export const PICTURE_FILES: ExpectedFiles = {
  field: 'images',
  max: MAX_IMAGES,
  tooMany: TOO_MANY_IMAGES,
  tooLarge: IMAGE_TOO_LARGE,
}

/**
 * Registers calls that take forms with files, in a scope of their own: every other call still answers 415 to a form.
 */
export function withForms(api: ShopServer, register: (scope: ShopServer) => void): void {
  void api.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false })
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    register(scope)
  })
}

const tooLarge = (field: string, sentence: string) =>
  new ShopError('invalid', sentence, { status: 413, fields: { [field]: sentence } })

/** Files in the order in which they were sent, and the networks that they came from. */
export interface Uploads {
  files: readonly Buffer[]
  networks: readonly Network[]
}

/** The content of a form: each text field once, and the files. */
interface UploadedForm {
  fields: Map<string, string>
  uploads: Uploads & { files: Buffer[] }
  /** The first error. The rest of the form is still read, so that the sender gets the answer. */
  failure: ShopError | undefined
}

function addField({ fields }: UploadedForm, { fieldname, value, valueTruncated }: MultipartValue) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A browser sends empty fields too; they count as missing.
  if (text === '') return undefined
  const isRepeated = fields.has(fieldname)
  fields.set(fieldname, text)
  if (valueTruncated) return invalid('A field is too long.', { [fieldname]: 'This is too long.' })
  return isRepeated ? invalid('A field was sent twice.', { [fieldname]: 'Sent twice.' }) : undefined
}

async function addFile({ uploads }: UploadedForm, part: MultipartFile, expected: ExpectedFiles) {
  const { fieldname, file, filename } = part
  if (uploads.files.length >= expected.max || fieldname !== expected.field) {
    file.resume()
    return invalidField(fieldname, fieldname === expected.field ? expected.tooMany : 'Unknown file.')
  }
  const bytes = await part.toBuffer()
  // A browser sends an empty file without a name if none was chosen.
  if (bytes.length > 0 || filename) uploads.files.push(bytes)
  return file.truncated ? tooLarge(expected.field, expected.tooLarge) : undefined
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

const unread = (cause?: unknown) =>
  new ShopError('invalid', 'The form could not be read. Please send it again.', { cause })

/** Reads a whole form. Throws invalid: 415 for another type, 413 for one that is too large, 400 for a faulty one. */
export async function readForm(request: FastifyRequest, expected: ExpectedFiles): Promise<UploadedForm> {
  if (!request.isMultipart()) {
    throw new ShopError('invalid', 'This call takes multipart/form-data.', { status: 415 })
  }
  // Whoever left while the call waited sends no end that the parser could wait for.
  if (request.raw.destroyed) throw unread()
  limitBody(request, expected.field)
  const uploads = { files: [], networks: networksOf(request.ip) }
  const form: UploadedForm = { fields: new Map(), uploads, failure: undefined }
  try {
    for await (const part of request.parts()) {
      const failure = part.type === 'file' ? await addFile(form, part, expected) : addField(form, part)
      form.failure ??= failure
    }
  } catch (error) {
    if (isShopError(error)) throw error
    const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    if (isTooLarge) throw tooLarge(expected.field, 'The form is too large.')
    throw unread(error)
  }
  return form
}
