import type { CSSProperties } from 'react'

/** A place that will be filled. Sized by utility classes or style; whoever listens is told by the region's `aria-busy`. */
export function Skeleton({
  className = '',
  style,
}: {
  className?: string | undefined
  style?: CSSProperties | undefined
}) {
  return <div className={`skeleton ${className}`} style={style} data-skeleton aria-hidden="true" />
}
