import { StatusBadge, type Tone } from '#app/ui/status-badge.tsx'
import { RETURN_FACTS, type ReturnStatus } from '#contract/states/return-states.ts'

const TONES: Record<ReturnStatus, Tone> = {
  asked: 'placed',
  approved: 'placed',
  'on its way': 'shipped',
  received: 'delivered',
  inspected: 'delivered',
  lost: 'lost',
  refused: 'cancelled',
  withdrawn: 'cancelled',
}

/** The badge of a return's status. */
export function ReturnStatusBadge({ status }: { status: ReturnStatus }) {
  return <StatusBadge tone={TONES[status]}>{RETURN_FACTS[status].label}</StatusBadge>
}
