import type { FastifyReply, FastifyRequest } from 'fastify'

import { z } from 'zod'

import { isPictureWidth, PICTURE_WIDTHS } from '#contract/catalogue/srcset-widths.ts'
import { hasClientCopy, varyBy } from '#server/http/responses/compressed-response.ts'

/** The `w` of a picture's address. */
export const pictureWidth = z.coerce
  .number()
  .refine(isPictureWidth, { error: `A picture comes ${PICTURE_WIDTHS.join(', ')} pixels wide.` })
  .optional()

export interface ServedPicture {
  hash: string
  bytes: Buffer
  type: string
  etag: string
}

/** Sends a picture, or 304 if the client has it already. */
export function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, bytes }: ServedPicture,
  cacheControl: string,
): FastifyReply {
  reply.headers({
    'content-type': type,
    etag,
    'cache-control': cacheControl,
    vary: varyBy(reply, 'accept'),
    'x-content-type-options': 'nosniff',
  })
  return hasClientCopy(request, etag) ? reply.code(304).send() : reply.send(bytes)
}
