import type { ReactNode } from 'react'

const KINDS = { plain: '', marigold: 'badge-marigold', stitched: 'badge-stitched' } as const

interface BadgeProps {
  kind?: keyof typeof KINDS | undefined
  className?: string | undefined
  children: ReactNode
}

/** A short label. `stitched` has a dashed border. */
export function Badge({ kind = 'plain', className = '', children }: BadgeProps) {
  return <span className={`badge ${KINDS[kind]} ${className}`}>{children}</span>
}

/** '25% off', on marigold. */
export function DiscountBadge({ percent, className = '' }: { percent: number; className?: string | undefined }) {
  return (
    <Badge kind="marigold" className={className}>
      {`${percent}% off`}
    </Badge>
  )
}
