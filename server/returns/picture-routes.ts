import type { FastifyReply, FastifyRequest } from 'fastify'

import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { IMAGE_TOO_LARGE } from '#contract/catalogue/upload-limits.ts'
import { MAX_RETURN_PICTURES } from '#contract/returns/return-limits.ts'
import { ReturnAnswer } from '#contract/returns/returns.ts'
import { id } from '#contract/schemas/basic-schemas.ts'
import { parseInput, route } from '#server/http/route.ts'
import { sendPicture, type ServedPicture } from '#server/http/responses/send-picture.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { readForm, withForms } from '#server/http/uploaded-form.ts'
import { PICTURE_TYPES } from '#server/media/served-picture-formats.ts'
import { addReturnPictures, checkTakesPictures, getReturnPicture } from '#server/returns/return-pictures.ts'
import { returnFromRow } from '#server/returns/return-from-row.ts'

const UPLOADS_PER_MINUTE = 20
/** Sends a picture as the answer of a call. Nobody else may get it from a cache. */
const sendPrivately = (request: FastifyRequest, reply: FastifyReply, shown: ServedPicture): never =>
  sendPicture(request, reply, shown, 'private, no-store') as never

/** In which formats a picture may be sent, and to whom. */
const askedOf = ({ headers, ip }: FastifyRequest) => ({ accept: headers.accept, networks: networksOf(ip) })

const FILES = {
  field: 'images',
  max: MAX_RETURN_PICTURES,
  tooMany: `A return has at most ${MAX_RETURN_PICTURES} pictures.`,
  tooLarge: IMAGE_TOO_LARGE,
}
const Fields = z.strictObject({})

const picture = {
  params: z.object({ returnId: id, index: z.coerce.number().int().min(0).max(MAX_RETURN_PICTURES) }),
  answer: z.string(),
  answerType: Object.values(PICTURE_TYPES),
  errors: ['not_found'],
} as const

/** The pictures of returns: their customer brings and sees them. */
export function registerReturnPictures(api: ShopServer, shop: Shop): void {
  withForms(api, (scope) =>
    route(scope, 'POST /order/:orderId/returns/:returnId/pictures', {
      audience: 'customer',
      summary: `Adds pictures to one's own return, at most ${MAX_RETURN_PICTURES} in all; only the customer and the staff see them`,
      params: z.object({ orderId: id, returnId: id }),
      form: { fields: Fields, files: FILES.field },
      answer: ReturnAnswer,
      callsPerMinute: UPLOADS_PER_MINUTE,
      errors: ['not_found', 'conflict'],
      handle: async ({ request, user, params }) => {
        const own = { ...params, userId: user.id }
        await checkTakesPictures(shop, own)
        const { fields, uploads, failure } = await readForm(request, FILES)
        parseInput(Fields, Object.fromEntries(fields))
        if (failure) throw failure
        const row = await addReturnPictures(shop, { ...own, uploads })
        return { message: 'Pictures added.', return: returnFromRow(row) }
      },
    }),
  )
  route(api, 'GET /order/returns/:returnId/pictures/:index', {
    ...picture,
    audience: 'customer',
    summary: "A picture of one's own return",
    handle: async ({ user, params, request, reply }) => {
      const wanted = { ...params, userId: user.id, ...askedOf(request) }
      return sendPrivately(request, reply, await getReturnPicture(shop, wanted))
    },
  })
}

/** The same for the staff. */
export function registerReturnPicturesAdmin(api: ShopServer, shop: Shop): void {
  route(api, 'GET /admin/returns/:returnId/pictures/:index', {
    ...picture,
    audience: 'admin',
    summary: 'A picture that a customer added to a return',
    handle: async ({ params, request, reply }) => {
      const wanted = { ...params, ...askedOf(request) }
      return sendPrivately(request, reply, await getReturnPicture(shop, wanted))
    },
  })
}
