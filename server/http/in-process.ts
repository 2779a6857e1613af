import type { FastifyRequest } from 'fastify'

import { IncomingMessage } from 'node:http'

/** True for a call that a page makes while it is rendered in this process, without a connection. */
export const isInProcess = (request: FastifyRequest): boolean => !(request.raw instanceof IncomingMessage)
