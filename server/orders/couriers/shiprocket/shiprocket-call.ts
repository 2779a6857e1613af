import type { z } from 'zod'

import type { SendRequest } from '#server/payments/send-request.ts'

import { CourierRefused, CourierUnavailable } from '#server/orders/couriers/courier-errors.ts'
import { COURIER_CALL_MS } from '#server/orders/couriers/courier-timeouts.ts'
import { LoginAnswer, RefusalAnswer } from '#server/orders/couriers/shiprocket/shiprocket-answers.ts'

export interface ShiprocketAccess {
  /** Without `/v1` and without a slash at the end. A function if the address is known only after the server listens. */
  apiUrl: string | (() => string)
  email: string
  password: string
  /** The network. */
  send: SendRequest
}

interface ServiceCall {
  /** Below `/v1/external`. */
  path: string
  query?: Record<string, string | number>
  /** Sent as JSON by POST. Without a body the call is a GET, which changes nothing. */
  body?: object
  signal?: AbortSignal | undefined
}

/** A token lasts ten days. It is replaced a day before, and earlier where the service no longer takes it. */
const TOKEN_LASTS_MS = 9 * 24 * 3600 * 1000
const LONGEST_SENTENCE = 300

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(answer: unknown, status: number): CourierRefused {
  const refusal = RefusalAnswer.safeParse(answer)
  if (!refusal.success) return new CourierRefused(`Shiprocket answered ${status}.`)
  const { message, errors = {} } = refusal.data
  const [first] = Object.values(errors).flat()
  return new CourierRefused((first ?? message).slice(0, LONGEST_SENTENCE))
}

/**
 * Makes calls of Shiprocket's REST API with a token, which is kept in memory and asked for once for all who wait.
 * Throws `CourierUnavailable` or `CourierRefused`, and nothing else.
 */
export function createShiprocketCall({ send, ...access }: ShiprocketAccess) {
  let token: { value: string; until: number } | undefined
  let signingIn: Promise<string> | undefined

  async function request(call: ServiceCall, bearer?: string): Promise<{ status: number; answer: unknown }> {
    const base = typeof access.apiUrl === 'string' ? access.apiUrl : access.apiUrl()
    const url = new URL(`${base}/v1/external${call.path}`)
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, String(value))
    const timeout = AbortSignal.timeout(COURIER_CALL_MS)
    const { status, body } = await send(url, {
      method: call.body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        'user-agent': 'Selvedge',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    }).catch((error: unknown) => {
      throw new CourierUnavailable('Shiprocket did not answer.', { cause: error })
    })
    if (status === 429 || status >= 500) throw new CourierUnavailable(`Shiprocket answered ${status}.`)
    return { status, answer: jsonOf(body) }
  }

  async function signIn(): Promise<string> {
    const { email, password } = access
    const { status, answer } = await request({ path: '/auth/login', body: { email, password } })
    const parsed = LoginAnswer.safeParse(answer)
    // A wrong password is nobody's parcel's fault: it is mended in the settings, and then tried again.
    if (status >= 400 || !parsed.success) throw new CourierUnavailable('Shiprocket refuses the shop’s sign-in.')
    token = { value: parsed.data.token, until: Date.now() + TOKEN_LASTS_MS }
    return token.value
  }

  function currentToken(): Promise<string> {
    if (token && token.until > Date.now()) return Promise.resolve(token.value)
    signingIn ??= signIn().finally(() => {
      signingIn = undefined
    })
    return signingIn
  }

  return async function call<Schema extends z.ZodType>(schema: Schema, asked: ServiceCall): Promise<z.output<Schema>> {
    const bearer = await currentToken()
    let { status, answer } = await request(asked, bearer)
    if (status === 401) {
      // Nothing was done, so the same call is made once more with a new token.
      if (token?.value === bearer) token = undefined
      ;({ status, answer } = await request(asked, await currentToken()))
    }
    if (status === 401) throw new CourierUnavailable('Shiprocket refuses its token.')
    if (status >= 400) throw refusalOf(answer, status)
    const parsed = schema.safeParse(answer)
    if (parsed.success && status < 300) return parsed.data
    throw new CourierUnavailable('Shiprocket gave an unreadable answer.', { cause: parsed.error })
  }
}
