import type { FastifyRequest } from 'fastify'

import { IncomingMessage } from 'node:http'

/** True for a call that a page of the shop makes while it is rendered here: it came over no connection. */
export const isInProcess = (request: FastifyRequest): boolean => !(request.raw instanceof IncomingMessage)
