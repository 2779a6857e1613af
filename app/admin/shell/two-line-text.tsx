import type { ReactNode } from 'react'

/** A text in two lines at most, so that rows keep one height; the whole one is in its tooltip. */
export function TwoLineText({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <span className="line-clamp-2 wrap-anywhere" title={text}>
      {children}
    </span>
  )
}
