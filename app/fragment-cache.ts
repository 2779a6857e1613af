import type { FragmentCache } from '#app/ui/cached-fragment.tsx'

const MARKED_PIECE = /<(\w+) data-mark="(\d+)"([^>]*)>(.*?)<wbr data-mark-end="\2"\/>/gs
/** Of no text on a page, in which React escapes what begins a tag. */
const STAND_IN = /<!--kept (\d+)-->/

/** About three kilobytes each. */
const MOST_PIECES = 2000

const insides = new Map<string, Buffer>()

/** A copy of its own: what is cut out of a page, or short, keeps more than itself in memory. */
function copyOf(text: string): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  copy.write(text)
  return copy
}

function keep(key: string, inside: string): Buffer {
  const [oldest] = insides.keys()
  if (insides.size >= MOST_PIECES && oldest !== undefined) insides.delete(oldest)
  const copy = copyOf(inside)
  insides.set(key, copy)
  return copy
}

export interface PageMarkup extends FragmentCache {
  /** Keeps the insides of the new pieces of the drawn page, and takes their marks off. */
  takeFrom(html: string): string
  /** The page in bytes, with all that is kept put in where it belongs: so it is neither drawn, searched nor encoded again. */
  fill(html: string): Buffer
}

/** The markup that is kept in this process, for drawing one page. */
export function fragmentCacheForPage(): PageMarkup {
  const marked: string[] = []
  const used: Buffer[] = []
  const standInFor = (inside: Buffer) => `<!--kept ${used.push(inside) - 1}-->`
  return {
    find(key) {
      const inside = insides.get(key)
      return inside && standInFor(inside)
    },
    mark: (key) => String(marked.push(key) - 1),
    put: (html) => standInFor(insides.get(html) ?? keep(html, html)),
    takeFrom(html) {
      if (marked.length === 0) return html
      return html.replaceAll(MARKED_PIECE, (_piece, tag: string, mark: string, attributes: string, inside: string) => {
        keep(marked[Number(mark)] ?? '', inside)
        return `<${tag}${attributes}>${inside}`
      })
    },
    fill(html) {
      const parts = html.split(STAND_IN).map((part, index) => {
        return index % 2 === 0 ? Buffer.from(part) : (used[Number(part)] ?? Buffer.alloc(0))
      })
      return Buffer.concat(parts)
    },
  }
}
