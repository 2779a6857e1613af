import { createContext, use, type HTMLAttributes } from 'react'

/** Markup of pieces that the server drew before. */
export interface FragmentCache {
  /** What stands in, until the page is finished, for the inside of a piece that was drawn before; undefined for a new one. */
  find(key: string): string | undefined
  /** The mark to draw a new piece with, by which its inside is found in the drawn page. */
  mark(key: string): string
  /** What stands in for markup that is the same on every page. */
  put(html: string): string
}

/** There only while the server draws a page; marked as pure so that the browser's code is without it. */
export const FragmentCacheContext = /* @__PURE__ */ createContext<FragmentCache | undefined>(undefined)

interface CachedFragmentProps extends HTMLAttributes<HTMLElement> {
  as: 'li' | 'div' | 'nav' | 'footer'
  /** What kind of piece it is. */
  kind: string
  /** All that the piece shows; undefined for one that is not kept. */
  from: object | undefined
}

/**
 * An element of which the server keeps the inside from one page to the next: drawing cards and menus is most of making a
 * page. The children may depend on `kind` and `from` alone; no other such piece is in them, and no `useId`, which counts
 * places within a page.
 */
export function CachedFragment({ as: Tag, kind, from, children, ...attributes }: CachedFragmentProps) {
  const kept = import.meta.env.SSR && from ? use(FragmentCacheContext) : undefined
  if (!kept) return <Tag {...attributes}>{children}</Tag>
  const key = `${kind} ${JSON.stringify(from)}`
  const inside = kept.find(key)
  if (inside !== undefined) return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: inside }} />
  const mark = kept.mark(key)
  return (
    <Tag data-mark={mark} {...attributes}>
      {children}
      <wbr data-mark-end={mark} />
    </Tag>
  )
}

/** Markup that is the same on every page, as it is to be drawn: the server puts it in once the page is finished. */
export function useConstantMarkup(html: string): { __html: string } {
  const kept = import.meta.env.SSR ? use(FragmentCacheContext) : undefined
  return { __html: kept ? kept.put(html) : html }
}
