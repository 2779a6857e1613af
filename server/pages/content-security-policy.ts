import { hash } from 'node:crypto'

const hashOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

/** What a page may additionally load from the payment provider. Only the checkout document gets it. */
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

interface SealedPage {
  html: string
  policy: string
}

/** The script whose tag begins at the end of `before` and goes on with `after`; empty if the tag is none of a script. */
function scriptIn(before: string, after: string): string {
  const isScript = before.startsWith('<script', before.lastIndexOf('<'))
  return isScript ? after.slice(after.indexOf('>') + 1, after.indexOf('</script>')) : ''
}

/**
 * Takes the marks off a rendered page and gives it its content security policy. The renderer marks its inline scripts with a
 * nonce of this one rendering, and their hashes are allowed. So a cached page needs no nonce, and a script that slips into a
 * text, without the nonce, does not run. Without a nonce no inline script runs. Styles may be inline because toasts and view
 * transitions set them.
 */
export function sealPage(html: string, nonce: string | undefined, provider?: ProviderSources): SealedPage {
  if (nonce === undefined) return { html, policy: policyOf([], provider) }
  const parts = html.split(` nonce="${nonce}"`)
  const scripts = parts.slice(1).flatMap((part, index) => scriptIn(parts[index] ?? '', part) || [])
  return { html: parts.join(''), policy: policyOf(scripts.map(hashOf), provider) }
}

function policyOf(hashes: readonly string[], provider: ProviderSources | undefined): string {
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
