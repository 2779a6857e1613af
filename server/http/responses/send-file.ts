import type { FastifyReply } from 'fastify'

import { Readable } from 'node:stream'

export const PDF = 'application/pdf'
export const CSV = 'text/csv; charset=utf-8'

/** A file and the name under which a browser saves it: bytes, or pieces that are made while they are sent. */
export interface SavedFile {
  type: string
  fileName: string
  content: Buffer | AsyncIterable<string | Uint8Array>
}

/** Sends a file as the answer of a call, for the browser to save. */
export function sendFile(reply: FastifyReply, { type, fileName, content }: SavedFile): never {
  reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`)
  return reply.send(Buffer.isBuffer(content) ? content : Readable.from(content)) as never
}
