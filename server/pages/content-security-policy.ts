import { hash } from 'node:crypto'

const hashOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

/**
 * What a page may additionally load from the payment provider. Only the checkout document gets it. Answers that are no
 * pages have policies of their own: security-headers.ts, openapi.ts, busy-page.ts, static-files.ts.
 */
interface ProviderSources {
  script: string
  frames: readonly string[]
  connections: readonly string[]
}

/** What the checkout document may load. The sandbox's checkout is the shop's own. */
export function providerSources(checkoutUrl: string, isSandbox: boolean): ProviderSources {
  if (isSandbox) return { script: "'self'", frames: [], connections: [] }
  const { origin } = new URL(checkoutUrl)
  const hosts = ['https://*.razorpay.com', origin]
  return { script: origin, frames: hosts, connections: hosts }
}

/**
 * Removes the nonce of a rendered page and makes its content security policy. The renderer puts a nonce of this one
 * rendering on its own inline scripts, and the policy allows their hashes, because a nonce must not be sent twice and a
 * page is cached. A script that slipped into a text has no nonce and does not run. Without a nonce no inline script
 * runs. Styles may be inline because toasts and view transitions set them. `isFramed` lets other pages of the shop show
 * this one in a frame.
 */
export function sealPage(
  html: string,
  nonce: string | undefined,
  provider?: ProviderSources,
  isFramed = false,
): { html: string; policy: string } {
  if (nonce === undefined) return { html, policy: policyOf([], provider, isFramed) }
  const mark = ` nonce="${nonce}"`
  const scripts = html.matchAll(new RegExp(`<script[^<>]*${mark}[^>]*>([^]*?)</script>`, 'g'))
  const hashes = [...scripts].flatMap(([, script]) => (script ? hashOf(script) : []))
  return { html: html.replaceAll(mark, ''), policy: policyOf(hashes, provider, isFramed) }
}

function policyOf(hashes: readonly string[], provider: ProviderSources | undefined, isFramed: boolean): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(hashes), ...(provider ? [provider.script] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(provider ? ['https:'] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(provider?.connections ?? [])],
    // Of the shop's own pages only the preview of a draft lets itself be framed.
    'frame-src': [...(provider?.frames ?? []), "'self'"],
    'form-action': ["'self'", ...(provider?.connections ?? [])],
    'frame-ancestors': [isFramed ? "'self'" : "'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
