import { CircleAlert } from 'lucide-react'

import { timeLeft } from '#app/admin/messages/time-left.ts'
import { formatDateTime } from '#app/ui/format-date.ts'
import { DUE_SOON_HOURS, type TicketState } from '#contract/contact-rules.ts'
import type { Contact } from '#contract/contacts.ts'

const STATE_WORDS: Record<TicketState, string> = { open: 'Open', answered: 'Answered', closed: 'Closed' }
/** What is to be done in each state. */
const TASKS: Record<TicketState, string> = { open: 'answer', answered: 'close', closed: '' }

const HOUR_MS = 3_600_000

/** The state of a ticket and how long it may stay so. What is due soon or late has a sign of its own. */
export function TicketClock({ contact: { state, dueAt }, now }: { contact: Contact; now: number }) {
  if (dueAt === null) return <span className="text-muted">{STATE_WORDS[state]}</span>
  const leftMs = Date.parse(dueAt) - now
  const isLate = leftMs <= 0
  const words = isLate
    ? `overdue: ${TASKS[state]} it, ${timeLeft(-leftMs)} late`
    : `${TASKS[state]} within ${timeLeft(leftMs)}`
  return (
    <time dateTime={dueAt} title={`by ${formatDateTime(dueAt)}`}>
      {STATE_WORDS[state]},{' '}
      {leftMs <= DUE_SOON_HOURS * HOUR_MS ? (
        <span className={`font-semibold ${isLate ? 'text-status-cancelled' : 'text-status-placed'}`}>
          <CircleAlert size={14} aria-hidden="true" className="inline align-[-2px]" /> {words}
        </span>
      ) : (
        <span className="text-muted">{words}</span>
      )}
    </time>
  )
}
