import type { CSSProperties } from 'react'

/**
 * A placeholder while content loads. The region around it needs `aria-busy`, because screen readers skip the skeleton.
 */
export function Skeleton({
  className = '',
  style,
}: {
  className?: string | undefined
  style?: CSSProperties | undefined
}) {
  return <div className={`skeleton ${className}`} style={style} data-skeleton aria-hidden="true" />
}
