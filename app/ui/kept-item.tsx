import { createContext, use, type ReactNode } from 'react'

/** Markup of items that the server drew before. */
export interface KeptMarkup {
  /** The inside of an item that was drawn from the same; undefined for one that is new. */
  find(key: string): string | undefined
  /** The mark to draw a new item with, by which its inside is found in the finished page. */
  mark(key: string): string
}

/** There only while the server draws a page; marked as pure so that the browser's code is without it. */
export const KeptMarkupContext = /* @__PURE__ */ createContext<KeptMarkup | undefined>(undefined)

interface KeptItemProps {
  /** What kind of item it is. */
  kind: string
  /** All that the item shows; undefined for one that is not kept. */
  from: object | undefined
  children: ReactNode
}

/**
 * A list item of which the server keeps the markup from one page to the next: drawing cards is most of making a page. The
 * children may depend on `kind` and `from` alone; they hold no list and no `useId`, which counts places within a page.
 */
export function KeptItem({ kind, from, children }: KeptItemProps) {
  const kept = import.meta.env.SSR && from ? use(KeptMarkupContext) : undefined
  if (!kept) return <li>{children}</li>
  const key = `${kind} ${JSON.stringify(from)}`
  const inside = kept.find(key)
  return inside === undefined ? (
    <li data-mark={kept.mark(key)}>{children}</li>
  ) : (
    // What React itself has drawn and escaped.
    <li dangerouslySetInnerHTML={{ __html: inside }} />
  )
}
