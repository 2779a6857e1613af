import type { FastifyReply, FastifyRequest } from 'fastify'

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createRequestHandler, ServerBuild } from 'react-router'

import type { ApiFetch } from '#contract/api/api-client.ts'
import type { MailHtml } from '#contract/words/mail-content.ts'
import type { PublicSettings } from '#contract/settings/public-settings.ts'

type LoadContext = NonNullable<Parameters<ReturnType<typeof createRequestHandler>>[1]>

/** What the server gives to the pages. `app/entry.server.tsx` turns it into the context of their loaders. */
interface PageContext extends PublicSettings {
  fetch: ApiFetch
  requestId: string
  publicUrl: string
  isSandbox: boolean
  /** Whether every page says that no money moves. */
  hasSandboxNotice: boolean
  sendsMail: boolean
  checkoutUrl: string
  booksParcels?: true
  /** Called with every fault in a page. A caller's mistake is none. */
  onFault: (error: unknown) => void
}

/** A page's response. The HTML of a rendered page is beside it instead of in its body. */
interface PageAnswer extends Response {
  rendered?: {
    html: string
    /** The nonce of the page's own inline scripts; nothing else knows it. */
    nonce: string
  }
}

/**
 * What `app/entry.server.tsx` exports. The build has its own copy of the router, and only that copy accepts its
 * contexts.
 */
interface PagesEntry {
  createPageContext(context: PageContext): LoadContext
  createRequestHandler(build: ServerBuild, mode: string): ReturnType<typeof createRequestHandler>
  mailHtml(...content: Parameters<MailHtml>): string
}

/** Renders a page for a request. Rejects only on a fault of the shop's own. */
type RenderPage = (request: Request, context: PageContext) => Promise<PageAnswer>

const entryOf = (build: ServerBuild) => build.entry.module as unknown as PagesEntry

export function rendererOf(build: ServerBuild, mode: 'production' | 'development'): RenderPage {
  const entry = entryOf(build)
  const handle = entry.createRequestHandler(build, mode)
  return (request, context) => handle(request, entry.createPageContext(context))
}

export const renderMail = (build: ServerBuild, ...content: Parameters<MailHtml>) => entryOf(build).mailHtml(...content)

/** Where pages and mails are drawn: the build, or their source while they are being developed. */
export interface Pages {
  render: RenderPage
  mailHtml: MailHtml
  /** Only in development: answers what belongs to the development server (modules, hot reload); false for all else. */
  serveModule?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
  close(): Promise<void>
}

/** Loads the built pages. The server never imports their source. */
export async function loadBuiltPages(buildDir: string): Promise<Pages> {
  const build = (await import(pathToFileURL(join(buildDir, 'server', 'index.js')).href)) as ServerBuild
  return {
    render: rendererOf(build, 'production'),
    mailHtml: async (...content) => renderMail(build, ...content),
    close: async () => {},
  }
}
