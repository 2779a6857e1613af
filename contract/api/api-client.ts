import { ShopError, type ErrorBody } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** The part of `fetch` that the client needs; the path starts with `/api`. */
export type ApiFetch = (path: string, init: RequestInit) => Promise<ApiAnswer>

/** The part of a `Response` that the client needs. */
export interface ApiAnswer extends Pick<Response, 'ok' | 'status' | 'json' | 'text' | 'blob'> {
  headers: Pick<Headers, 'get' | 'has'>
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

interface List<Item> {
  items: Item[]
  total: number
}

export type Query = Record<string, string | number | boolean | undefined>

export const segment = encodeURIComponent

export const keyHeader = (idempotencyKey: string | undefined): Record<string, string> =>
  idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}

export function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

async function failureOf(answer: ApiAnswer): Promise<ShopError> {
  const body = (await answer.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
  const options = {
    status: answer.status,
    requestId: body?.requestId,
    ...(body?.fields && { fields: body.fields }),
    ...(answer.headers.has('retry-after') && { retryAfterSeconds: Number(answer.headers.get('retry-after')) }),
  }
  return new ShopError(body?.code ?? 'internal', body?.message ?? WORDINGS.fallback, options)
}

/**
 * The header leaves out what has passed of its second: with a whole one added, nothing that has happened lies ahead.
 */
const HEADER_SECOND_MS = 1000

/**
 * Sends calls over any fetch. Each call resolves with the answer's body and rejects with a `ShopError` that carries the
 * server's sentence; a connection that fails rejects with whatever that fetch throws.
 */
export function createClient(fetch: ApiFetch) {
  /**
   * By how much the server's clock is ahead of the caller's, as its latest answer told. A call within the server has no
   * such header.
   */
  let aheadMs = 0

  async function send(method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<ApiAnswer> {
    const headers = new Headers(init.headers)
    headers.set('accept', 'application/json')
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
    const answer = await fetch(`/api${path}`, {
      ...init,
      method,
      headers,
      credentials: 'include',
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const answeredAt = Date.parse(answer.headers.get('date') ?? '')
    if (!Number.isNaN(answeredAt)) aheadMs = answeredAt + HEADER_SECOND_MS - Date.now()
    if (!answer.ok) throw await failureOf(answer)
    return answer
  }
  async function call<Answer>(method: string, path: string, body?: unknown, init?: RequestInit): Promise<Answer> {
    return (await send(method, path, body, init)).json() as Promise<Answer>
  }
  async function list<Item>(path: string, options: CallOptions = {}): Promise<List<Item>> {
    const answer = await send('GET', path, undefined, init(options))
    const items = (await answer.json()) as Item[]
    return { items, total: Number(answer.headers.get('x-total-count') ?? items.length) }
  }
  const init = (options: CallOptions): RequestInit => (options.signal ? { signal: options.signal } : {})
  const get = <Answer>(path: string, options: CallOptions = {}) => call<Answer>('GET', path, undefined, init(options))

  return { send, call, list, get, now: () => Date.now() + aheadMs }
}
