import { setTimeout as wait } from 'node:timers/promises'

import type { Calls } from '#client/calls.ts'

export type * from '#client/calls.ts'

type Name = keyof Calls
type Answer<Call extends Name> = Calls[Call]['answer']
/** What a call is given; nothing where nothing has to be. */
type Given<Call extends Name> =
  Record<string, never> extends Calls[Call]['input'] ? [Calls[Call]['input']?] : [Calls[Call]['input']]

interface Sent {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
}

/** What the shop answers instead of what was asked for. */
export class ShopRefusal extends Error {
  override readonly name = 'ShopRefusal'
  readonly status: number
  /** A stable word, such as `not_found` or `conflict`. */
  readonly code: string
  /** A sentence for each faulty field. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, body: { message?: string; code?: string; fields?: Record<string, string> }) {
    super(body.message ?? `The shop answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'internal'
    this.fields = body.fields ?? {}
  }
}

/** How often a call that only reads is made again when the shop asks to come back later. */
const MOST_TRIES = 5
const LATER = [429, 503]
const JSON_TYPE = 'application/json'

function addressOf(origin: string, name: string, { path = {}, query = {} }: Sent): URL {
  const filled = name.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(path[part] ?? '')))
  const address = new URL(`/api${filled}`, origin)
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(key, String(value))
  }
  return address
}

/**
 * A client of the shop at `origin`, such as `https://shop.example`, for the program of this key. A call is named as in
 * `/api/docs`. It throws a `ShopRefusal` where the shop refuses. Reading waits and tries again where the shop asks for
 * that; a change is sent once.
 */
export function createShopClient({ origin, key }: { origin: string; key: string }) {
  async function call<Call extends Name>(name: Call, ...[given]: Given<Call>): Promise<Answer<Call>> {
    const sent: Sent = given ?? {}
    const [method = 'GET', path = ''] = name.split(' ')
    const isForm = sent.body instanceof FormData
    const headers = {
      authorization: `Bearer ${key}`,
      ...(sent.body !== undefined && !isForm && { 'content-type': JSON_TYPE }),
    }
    const body = sent.body instanceof FormData ? sent.body : JSON.stringify(sent.body)
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(addressOf(origin, path, sent), {
        method,
        headers,
        ...(body !== undefined && { body }),
      })
      const isJson = answer.headers.get('content-type')?.startsWith(JSON_TYPE) ?? false
      if (answer.ok) return (isJson ? await answer.json() : await answer.blob()) as Answer<Call>
      const refusal = new ShopRefusal(answer.status, isJson ? ((await answer.json()) as object) : {})
      if (method !== 'GET' || !LATER.includes(answer.status) || tries === MOST_TRIES) throw refusal
      await wait(Number(answer.headers.get('retry-after') ?? 1) * 1000)
    }
  }

  /**
   * Everything that has changed since a cursor, page by page. Keep the `next` of a page once what it brought is kept.
   */
  async function* changes<Call extends Extract<Name, `GET /admin/changes/${string}`>>(
    name: Call,
    cursor?: string,
  ): AsyncGenerator<Answer<Call>> {
    for (;;) {
      const query = cursor === undefined ? {} : { cursor }
      const page = await call(name, ...([{ query }] as unknown as Given<Call>))
      yield page
      if (!page.hasMore) return
      cursor = page.next
    }
  }

  return { call, changes }
}
