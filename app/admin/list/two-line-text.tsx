import type { ReactNode } from 'react'

/** A text cut to two lines, so that rows keep one height. The whole text is its tooltip. */
export function TwoLineText({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <span className="line-clamp-2 wrap-anywhere" title={text}>
      {children}
    </span>
  )
}
