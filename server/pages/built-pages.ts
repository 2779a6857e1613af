import type { FastifyReply, FastifyRequest } from 'fastify'

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createRequestHandler, ServerBuild } from 'react-router'

import type { ApiFetch } from '#contract/api-client.ts'
import type { MailHtml } from '#server/mail-transport/mail-bodies.ts'
import type { PublicSettings } from '#contract/public-settings.ts'

type LoadContext = NonNullable<Parameters<ReturnType<typeof createRequestHandler>>[1]>

/** What the pages are given by the server; the pages' own entry turns it into their context. */
interface PageContext extends PublicSettings {
  fetch: ApiFetch
  requestId: string
  publicUrl: string
  isSandbox: boolean
  /** Whether every page says that no money moves. */
  hasSandboxNotice: boolean
  sendsMail: boolean
  checkoutUrl: string
  /** Hears of every fault in a page; what a caller did wrong is none. */
  onFault: (error: unknown) => void
}

/** A page's response. The HTML of a rendered page is beside it instead of in its body. */
interface PageAnswer extends Response {
  rendered?: {
    html: string
    /** Marks the page's own inline scripts, and is known to nothing else. */
    nonce: string
  }
}

/** What `app/entry.server.tsx` gives; the router is its own, because a context made by one copy is not known to another. */
interface PagesEntry {
  createPageContext(context: PageContext): LoadContext
  createRequestHandler: typeof createRequestHandler
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
