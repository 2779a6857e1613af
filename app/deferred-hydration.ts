const PRELOADS = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g
const MODULE_SCRIPT = /(<script [^>]*?type="module"[^>]*>)([^<]*)(<\/script>)/
const NAMED_IMPORT = /^import \* as (\w+) from ("[^"]+");$/gm
const BARE_IMPORT = /^import ("[^"]+");$/gm

/** A background tab never paints, and should be hydrated all the same when the visitor opens it. */
const LONGEST_WAIT_MS = 1000

const FIRST_PAINT =
  'await new Promise((painted)=>{' +
  `setTimeout(painted,${LONGEST_WAIT_MS});` +
  "new PerformanceObserver((seen)=>seen.getEntriesByName('first-contentful-paint').length&&painted())" +
  ".observe({type:'paint',buffered:true})});"

const fetchAll = (addresses: readonly string[]) =>
  `for(const href of ${JSON.stringify(addresses)})` +
  "document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',fetchPriority:'low',href}));\n"

/**
 * Delays loading and running the app's code until after the first paint. On a slow connection the content then loads
 * first, and the page's links and forms work without code.
 *
 * It removes the router's module preloads from the HTML and rewrites its module script. The router has no option for
 * either. A page without them stays unchanged. `besides` are addresses of files that the page needs and the router does
 * not name.
 */
export function hydrateAfterFirstPaint(html: string, besides: readonly string[] = []): string {
  const addresses = [...besides]
  const bare = html.replaceAll(PRELOADS, (_link, address: string) => {
    addresses.push(address)
    return ''
  })
  return bare.replace(MODULE_SCRIPT, (_script, start: string, code: string, end: string) => {
    const imports = code
      .replaceAll(NAMED_IMPORT, 'const $1 = await import($2);')
      .replaceAll(BARE_IMPORT, 'await import($1);')
    return start + FIRST_PAINT + fetchAll([...new Set(addresses)]) + imports + end
  })
}
