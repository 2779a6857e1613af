import { HOUR_MS } from '#contract/units/time-units.ts'
import { CircleAlert } from 'lucide-react'

import { formatTimeLeft } from '#app/admin/contacts/format-time-left.ts'
import { formatDateTime } from '#app/ui/format-date.ts'
import { DUE_SOON_HOURS } from '#contract/contacts/contact-limits.ts'
import type { ContactState } from '#contract/contacts/contact-states.ts'
import type { Contact } from '#contract/contacts/contacts.ts'

const STATE_WORDS: Record<ContactState, string> = { open: 'Open', answered: 'Answered', closed: 'Closed' }
/** What is to be done in each state. */
const TASKS: Record<ContactState, string> = { open: 'answer', answered: 'close', closed: '' }

/** The state of a ticket and how long it may stay so. A deadline that is near or past has an icon, too. */
export function ContactDeadline({ contact: { state, dueAt }, now }: { contact: Contact; now: number }) {
  if (dueAt === null) return <span className="text-muted">{STATE_WORDS[state]}</span>
  const leftMs = Date.parse(dueAt) - now
  const isLate = leftMs <= 0
  const words = isLate
    ? `overdue: ${TASKS[state]} it, ${formatTimeLeft(-leftMs)} late`
    : `${TASKS[state]} within ${formatTimeLeft(leftMs)}`
  return (
    <time dateTime={dueAt} title={`by ${formatDateTime(dueAt)}`}>
      <span>{`${STATE_WORDS[state]}, `}</span>
      {leftMs <= DUE_SOON_HOURS * HOUR_MS ? (
        <span className={`font-semibold ${isLate ? 'text-status-cancelled' : 'text-status-placed'}`}>
          <CircleAlert size={14} aria-hidden="true" className="inline align-[-2px]" />
          <span>{` ${words}`}</span>
        </span>
      ) : (
        <span className="text-muted">{words}</span>
      )}
    </time>
  )
}
