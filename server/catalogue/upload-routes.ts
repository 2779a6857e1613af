import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import type { Shop } from '#server/shop.ts'

import { MAX_IMAGE_BYTES, MAX_IMAGES } from '#contract/catalogue-rules.ts'
import { NewProduct, ProductAnswer } from '#contract/catalogue.ts'
import { isShopError, ShopError } from '#contract/errors.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { createProduct } from '#server/catalogue/create-product.ts'
import { invalid } from '#server/errors.ts'
import { read, route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

// The parser knows no limit for the whole body, so every part of it has its own, and the whole is counted here.
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 20,
  fileSize: MAX_IMAGE_BYTES,
  files: MAX_IMAGES + 1,
  parts: 30,
  headerPairs: 20,
}
const MAX_BODY_BYTES = MAX_IMAGES * MAX_IMAGE_BYTES + 1024 * 1024

const tooLarge = (sentence: string) => new ShopError('invalid', sentence, { status: 413, fields: { images: sentence } })
const unreadable = (cause: unknown) =>
  new ShopError('invalid', 'The form could not be read. Please send it again.', { cause })

/** What a form holds: each written field once, and the files in the order in which they were sent. */
class UploadedForm {
  readonly fields = new Map<string, string>()
  readonly uploads: Buffer[] = []
  /** The first thing that is wrong. The rest is still read, so that the sender hears of it. */
  failure: ShopError | undefined

  addField({ fieldname, value, valueTruncated }: MultipartValue): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    // A form sends its empty fields too; what was not filled in is missing.
    if (text === '') return
    if (valueTruncated) this.refuse(invalid('A field is too long.', { [fieldname]: 'This is too long.' }))
    if (this.fields.has(fieldname)) this.refuse(invalid('A field was sent twice.', { [fieldname]: 'Sent twice.' }))
    this.fields.set(fieldname, text)
  }

  async addFile(part: MultipartFile): Promise<void> {
    if (this.uploads.length >= MAX_IMAGES || part.fieldname !== 'images') {
      const sentence = part.fieldname === 'images' ? `A product has at most ${MAX_IMAGES} pictures.` : 'Unknown file.'
      this.refuse(invalid(sentence, { [part.fieldname]: sentence }))
      part.file.resume()
      return
    }
    const bytes = await part.toBuffer()
    if (part.file.truncated) this.refuse(tooLarge('A picture may have at most 5 MiB.'))
    // A form without a chosen file sends an empty one without a name.
    if (bytes.length > 0 || part.filename) this.uploads.push(bytes)
  }

  private refuse(failure: ShopError): void {
    this.failure ??= failure
  }
}

function limitBody(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    request.raw.resume()
    throw tooLarge('The form is too large.')
  }
  let bytes = 0
  request.raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) request.raw.destroy()
  })
}

/** Reads a whole form. Throws invalid: 415 for another type, 413 for one that is too large, 400 for a faulty one. */
async function readForm(request: FastifyRequest): Promise<UploadedForm> {
  if (!request.isMultipart()) {
    throw new ShopError('invalid', 'This call takes multipart/form-data.', { status: 415 })
  }
  limitBody(request)
  const form = new UploadedForm()
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') await form.addFile(part)
      else form.addField(part)
    }
  } catch (error) {
    const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw isShopError(error) ? error : isTooLarge ? tooLarge('The form is too large.') : unreadable(error)
  }
  return form
}

/** The one call that takes files. It has a scope of its own, so that every other call still answers 415 to a form. */
export function registerUpload(api: ShopServer, shop: Shop): void {
  void api.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    route(
      scope,
      {
        method: 'POST',
        path: '/products/createproducts',
        audience: 'admin',
        summary: 'Puts a product on sale, with one to five pictures',
        form: { fields: NewProduct, files: 'images' },
        answer: ProductAnswer,
        status: 201,
        errors: ['invalid'],
      },
      async ({ request, user }) => {
        const { fields, uploads, failure } = await readForm(request)
        const draft = read(NewProduct, Object.fromEntries(fields))
        if (failure) throw failure
        const product = await createProduct(shop, { actorId: user.id, draft, uploads })
        shop.revision.bump()
        return { message: WORDINGS.admin.productCreated, product }
      },
    )
  })
}
