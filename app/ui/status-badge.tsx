import { CircleCheck, CircleX, PackageCheck, Truck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type Tone = 'placed' | 'shipped' | 'delivered' | 'cancelled' | 'lost'

const ICONS: Record<Tone, LucideIcon> = {
  placed: CircleCheck,
  shipped: Truck,
  delivered: PackageCheck,
  cancelled: CircleX,
  lost: CircleX,
}

export const TONE_COLOURS: Record<Tone, string> = {
  placed: 'text-status-placed',
  shipped: 'text-status-shipped',
  delivered: 'text-status-delivered',
  cancelled: 'text-status-cancelled',
  lost: 'text-status-cancelled',
}

/**
 * A status with a colour, an icon and a text, so that the colour is never the only sign. Cancelled is struck through.
 */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = ICONS[tone]
  const line = tone === 'cancelled' ? 'line-through' : ''
  return (
    <span className={`badge badge-status ${TONE_COLOURS[tone]}`}>
      <Icon size={14} aria-hidden="true" />
      <span className={line}>{children}</span>
    </span>
  )
}
