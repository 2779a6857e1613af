import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)(?![^>]*\btype="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** What a page may additionally load from the payment provider. Only the checkout document gets it. */
export interface ProviderSources {
  script: string
  frames: readonly string[]
  connections: readonly string[]
}

/**
 * The content security policy of one rendered page. Inline scripts are allowed by the hashes of exactly those that the
 * page holds, so that a cached page needs no nonce and a script that slips into a text does not run.
 * Styles may be inline because toasts and view transitions set them.
 */
export function pagePolicy(html: string, provider?: ProviderSources): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map((match) => hashOf(match[1] ?? ''))
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(hashes), ...(provider ? [provider.script] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(provider ? ['https:'] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(provider?.connections ?? [])],
    'frame-src': provider ? [...provider.frames, "'self'"] : ["'none'"],
    'form-action': ["'self'", ...(provider?.connections ?? [])],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
