import type { FastifyReply } from 'fastify'

export const PDF = 'application/pdf'

/** A PDF and the name under which a browser saves it. */
export interface PdfFile {
  fileName: string
  bytes: Buffer
}

/** Sends a PDF as the answer of a call, for the browser to save. */
export function sendPdf(reply: FastifyReply, { fileName, bytes }: PdfFile): never {
  return reply.type(PDF).header('content-disposition', `attachment; filename="${fileName}"`).send(bytes) as never
}
