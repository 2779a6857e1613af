const PRELOADS = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g
const MODULE_SCRIPT = /(<script [^>]*?type="module"[^>]*>)([^<]*)(<\/script>)/
const NAMED_IMPORT = /^import \* as (\w+) from ("[^"]+");$/gm
const BARE_IMPORT = /^import ("[^"]+");$/gm

/** A tab that is opened in the background paints nothing, and is to be awake all the same when the visitor comes to it. */
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
 * Has the code that wakes a rendered page up fetched and run after the page was painted for the first time, not before: all
 * of a slow line belongs to what the visitor looks at, and a page can be read and its links and forms used without code.
 *
 * It takes the router's module preloads out of the page and rewrites its module script; a page without them stays as it is.
 */
export function hydrateAfterFirstPaint(html: string): string {
  const addresses: string[] = []
  const bare = html.replaceAll(PRELOADS, (_link, address: string) => {
    addresses.push(address)
    return ''
  })
  return bare.replace(MODULE_SCRIPT, (_script, start: string, code: string, end: string) => {
    const imports = code
      .replaceAll(NAMED_IMPORT, 'const $1 = await import($2);')
      .replaceAll(BARE_IMPORT, 'await import($1);')
    return start + FIRST_PAINT + fetchAll(addresses) + imports + end
  })
}
