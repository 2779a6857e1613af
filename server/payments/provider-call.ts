import type { z } from 'zod'

import { RefusalAnswer } from '#server/payments/provider-answers.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider-errors.ts'
import { sendRequest, type SendRequest } from '#server/payments/send-request.ts'

export interface ProviderAccess {
  /** Without `/v1` and without a slash at the end. A function if the address is known only after the server listens. */
  apiUrl: string | (() => string)
  keyId: string
  keySecret: string
  /** In place of the network. */
  send?: SendRequest
}

interface ProviderRequest {
  /** Below `/v1`. */
  path: string
  query?: Record<string, string | number>
  /** Sent as JSON by POST. Without a body the request is a GET, which changes nothing. */
  body?: object
  headers?: Record<string, string>
  deadline: AbortSignal
}

const CONFLICT = 409
const TOO_MANY = 429

function refusalOf(status: number, body: unknown): ProviderRefused {
  const refusal = RefusalAnswer.safeParse(body)
  if (!refusal.success) return new ProviderRefused(status, 'UNKNOWN', `The provider answered ${status}.`)
  const { code, description, reason } = refusal.data.error
  return new ProviderRefused(status, code, description, reason ?? undefined)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Makes authenticated calls of the provider's REST API. Throws `ProviderUnavailable` or `ProviderRefused`, and nothing
 * else.
 */
export function createProviderCall({ send = sendRequest, ...access }: ProviderAccess) {
  const authorization = `Basic ${Buffer.from(`${access.keyId}:${access.keySecret}`).toString('base64')}`

  return async <Schema extends z.ZodType>(schema: Schema, request: ProviderRequest): Promise<z.output<Schema>> => {
    const base = typeof access.apiUrl === 'string' ? access.apiUrl : access.apiUrl()
    const url = new URL(`${base}/v1${request.path}`)
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, String(value))
    const isChange = request.body !== undefined

    const { status, body } = await send(url, {
      method: isChange ? 'POST' : 'GET',
      headers: {
        authorization,
        accept: 'application/json',
        // Firewalls refuse calls without one.
        'user-agent': 'Selvedge',
        ...(isChange && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(isChange && { body: JSON.stringify(request.body) }),
      signal: request.deadline,
    }).catch((error: unknown) => {
      throw new ProviderUnavailable('The payment provider did not answer.', { cause: error })
    })

    const answer = jsonOf(body)
    if (status === TOO_MANY) throw new ProviderUnavailable('The payment provider is busy.')
    if (status >= 500 || status === CONFLICT) throw new ProviderUnavailable(`The payment provider answered ${status}.`)
    if (status >= 400) throw refusalOf(status, answer)
    const parsed = schema.safeParse(answer)
    if (parsed.success && status < 300) return parsed.data
    throw new ProviderUnavailable('The payment provider gave an unreadable answer.', { cause: parsed.error })
  }
}
