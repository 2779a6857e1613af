import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { isShopError, ShopError } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { isAccountGone, isConnectionFailure, isRetryable, isUnstorableText } from '#server/db/database-errors.ts'
import { invalid, isRejection, unauthenticated, unavailable } from '#server/errors.ts'
import { errorBody } from '#server/http/error-body.ts'
import { securityEventOf } from '#server/http/log/security-events.ts'

const FRAMEWORK_SENTENCES: Record<number, string> = {
  404: 'There is nothing at this address.',
  408: 'The request took too long.',
  413: 'That is too large.',
  415: 'This call takes JSON.',
}

function known(error: FastifyError | ShopError, signedOut: string | undefined): ShopError {
  if (isShopError(error)) return error
  // Only the framework's errors about the caller have a status: a body that broke off is not a lost database.
  if (error.statusCode === undefined && isConnectionFailure(error)) {
    return unavailable('The shop is short of its database. Please try again in a moment.', error)
  }
  if (isRetryable(error)) {
    return unavailable('Somebody else was changing the same at this moment. Please try again.', error)
  }
  // The sessions of a deleted account are gone too, so the next call would get the same answer.
  if (isAccountGone(error)) return unauthenticated(signedOut)
  if (isUnstorableText(error)) return invalid('This text holds a character that cannot be kept.')
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return new ShopError('internal', WORDINGS.fallback, { cause: error })
  if (status === 404) return new ShopError('not_found', FRAMEWORK_SENTENCES[404] ?? '', { cause: error })
  const sentence = FRAMEWORK_SENTENCES[status] ?? 'The request could not be read.'
  return new ShopError('invalid', sentence, { status, cause: error })
}

/**
 * Answers every failure in the one error shape. An unknown error becomes a 500 without its text. An answer that the
 * log has a line about carries the request id. `bodyOf` writes the body where a protocol has a form of its own.
 */
export function answerError(
  error: FastifyError | ShopError,
  request: FastifyRequest,
  reply: FastifyReply,
  bodyOf: (failure: ShopError, requestId: string | undefined) => object = errorBody,
): void {
  const failure = known(error, request.routeOptions.config.definition?.signedOut)
  reply.isBusyResponse = isRejection(failure)
  const isLogged = failure.status >= 500 && !reply.isBusyResponse
  if (isLogged) {
    request.log.error({ err: failure.cause ?? failure, route: request.routeOptions.url }, failure.message)
  }
  const event = securityEventOf(failure, request)
  if (event) request.server.securityEvents.note(event, request.ip)
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfterSeconds)))
  void reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(failure, isLogged ? request.id : undefined)))
}
