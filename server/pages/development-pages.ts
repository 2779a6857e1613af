import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'

import { renderMail, rendererOf, type Pages } from '#server/pages/built-pages.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SERVED = ['app', 'contract', 'node_modules', 'public']
const NEVER_SERVED = [
  '.env',
  '.env.*',
  '*.{crt,pem,key}',
  '**/.git/**',
  '**/data/**',
  '**/data-*/**',
  'package-lock.json',
]

const OPENS_EDITOR = /^\/*__open-in-editor/i

/**
 * Pages straight from their source, with hot reload, inside the shop's own server. Only the folders of the pages'
 * sources are served, and the socket for hot reload listens on this machine alone.
 */
export async function openDevelopmentPages(): Promise<Pages> {
  const { createServer } = await import('vite')
  const vite: ViteDevServer = await createServer({
    server: {
      middlewareMode: true,
      ws: { host: '127.0.0.1' },
      fs: { strict: true, allow: SERVED.map((folder) => join(ROOT, folder)), deny: NEVER_SERVED },
    },
    appType: 'custom',
  })
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
  return {
    render: async (request, context) => rendererOf(await load(), 'development')(request, context),
    mailHtml: async (...content) => renderMail(await load(), ...content),
    serveModule: (request, reply) => {
      // Vite would let any page open a file in the editor of whoever develops.
      if (OPENS_EDITOR.test(request.url)) return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        // Vite answers on the raw response; whatever it passes on is the shop's.
        reply.raw.once('finish', () => resolve(true))
        vite.middlewares(request.raw, reply.raw, (error?: Error) => (error ? reject(error) : resolve(false)))
      })
    },
    close: () => vite.close(),
  }
}
