import type { KeptMarkup } from '#app/ui/kept-item.tsx'

const MARKED_ITEM = /<li data-mark="(\d+)">(.*?)<\/li>/gs

/** About three kilobytes each. */
const MOST_ITEMS = 2000

const insides = new Map<string, string>()

/** A copy of its own: what is cut out of a text keeps all of that text in memory, here a whole page for each item. */
const copyOf = (text: string) => Buffer.from(text).toString()

function keep(key: string, inside: string): void {
  const [oldest] = insides.keys()
  if (insides.size >= MOST_ITEMS && oldest !== undefined) insides.delete(oldest)
  insides.set(key, copyOf(inside))
}

/** The markup that is kept in this process, for drawing one page. */
export function markupForPage(): KeptMarkup & { takeFrom(html: string): string } {
  const marked: string[] = []
  return {
    find: (key) => insides.get(key),
    mark: (key) => String(marked.push(key) - 1),
    /** Keeps the insides of the new items of the finished page, and takes their marks off. */
    takeFrom: (html) =>
      html.replaceAll(MARKED_ITEM, (_item, mark: string, inside: string) => {
        keep(marked[Number(mark)] ?? '', inside)
        return `<li>${inside}</li>`
      }),
  }
}
