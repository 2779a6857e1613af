import { createHash } from 'node:crypto'
import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { API_DOCS_STYLE, renderApiDocs } from '#server/http/openapi/api-docs.ts'
import { describeApi, type ApiDocument } from '#server/http/openapi/openapi-document.ts'
import { JSON_TYPE } from '#server/http/route.ts'
import type { RouteDefinition } from '#server/http/route-definition.ts'
import { sessionCookieName } from '#server/http/session-cookies.ts'
import { CompressedResponse, sendCompressed } from '#server/http/responses/compressed-response.ts'

/** Raise it when a call changes in a way that its callers notice. */
const API_VERSION = '1.0.0'
const REVALIDATE = 'public, max-age=0, must-revalidate'
const OpenapiAnswer = z.looseObject({ openapi: z.string() })

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** The page has one inline style. It loads and runs nothing. */
const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(API_DOCS_STYLE)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Collects the definition of every route that is registered from now on. `registerDescription` then registers
 * `/openapi.json`, which describes all of them, and `/docs`, which shows the same to a person.
 */
export function registerOpenapi(
  api: ShopServer,
  { settings }: Pick<Shop, 'settings'>,
): { registerDescription(): void } {
  const definitions: RouteDefinition[] = []
  api.addHook('onRoute', ({ method, config: routeConfig }) => {
    const definition = routeConfig?.definition
    // Fastify also reports the HEAD route that it adds to a GET route.
    if (definition && method === definition.method) definitions.push(definition)
  })

  function describe(shopName: string): ApiDocument {
    const isSecure = api.hasSecureOrigin()
    const cookies = { customer: sessionCookieName('customer', isSecure), admin: sessionCookieName('admin', isSecure) }
    return describeApi(definitions, { shopName, version: API_VERSION, cookies })
  }

  /** Serves a response that is made when it is first asked for and changes with the shop's name only. */
  function serve(
    page: Pick<RouteDefinition, 'path' | 'summary' | 'answer' | 'answerType'>,
    render: (document: ApiDocument) => string,
    headers: Record<string, string>,
  ): void {
    let made: { shopName: string; response: CompressedResponse } | undefined
    api.route({
      method: 'GET',
      url: page.path,
      config: { definition: { ...page, method: 'GET', audience: 'public' } },
      handler: (request, reply) => {
        const { shopName } = settings.current()
        if (made?.shopName !== shopName) {
          const response = new CompressedResponse(render(describe(shopName)), {
            'cache-control': REVALIDATE,
            ...headers,
          })
          made = { shopName, response }
        }
        return sendCompressed(request, reply, made.response)
      },
    })
  }

  return {
    registerDescription() {
      serve(
        { path: '/openapi.json', summary: 'This description, for programs', answer: OpenapiAnswer },
        (document) => JSON.stringify(document),
        { 'content-type': JSON_TYPE },
      )
      serve(
        { path: '/docs', summary: 'This description, for people', answer: z.string(), answerType: 'text/html' },
        renderApiDocs,
        { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': DOCS_POLICY },
      )
    },
  }
}
