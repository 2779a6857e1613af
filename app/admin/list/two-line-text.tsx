import type { ReactNode } from 'react'

interface TwoLineTextProps {
  text: string
  className?: string
  children?: ReactNode
}

/** A text cut to two lines, so that rows keep one height. The whole text is its tooltip. */
export function TwoLineText({ text, className = '', children = text }: TwoLineTextProps) {
  return (
    <span className={`line-clamp-2 wrap-anywhere ${className}`} title={text}>
      {children}
    </span>
  )
}
