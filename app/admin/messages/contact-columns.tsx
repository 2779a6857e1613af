import { Mail, MailOpen, Trash2, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { TicketClock } from '#app/admin/messages/ticket-clock.tsx'
import type { ContactActions } from '#app/admin/messages/use-live-contacts.ts'
import { SelectBox } from '#app/admin/shell/select-box.tsx'
import type { Selection } from '#app/admin/shell/use-selection.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Column } from '#app/ui/table.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { Contact } from '#contract/contacts.ts'

/** The start of a message. Opened, the whole message takes its place. */
function MessageCell({ message, onOpen }: { message: string; onOpen(): void }) {
  return (
    <details
      className="group max-w-72 min-w-20"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen()
      }}
    >
      <summary className="line-clamp-2">
        <span className="group-open:hidden">{message}</span>
        <span className="hidden text-muted group-open:inline">Close the message</span>
      </summary>
      <p className="mt-2 whitespace-pre-wrap break-words">{message}</p>
    </details>
  )
}

interface RowIconProps {
  label: string
  icon: LucideIcon
  onClick(): void
}

const RowIcon = (props: RowIconProps) => (
  <IconButton {...props} title={props.label} variant="outline" size={18} isSmall />
)

interface ColumnsOptions {
  actions: ContactActions
  selection: Selection
  /** The address that opens a message over the list. */
  openAddress: (id: string) => string
  /** The time for which the clocks are right. */
  now: number
}

/** The columns of the messages. */
export function contactColumns({ actions, selection, openAddress, now }: ColumnsOptions): Column<Contact>[] {
  const { toggle, markOpened, remove } = actions
  return [
    {
      key: 'select',
      header: 'Select',
      headerCell: <VisuallyHidden>Select</VisuallyHidden>,
      cell: ({ _id, firstName, lastName, subject }) => (
        <SelectBox id={_id} name={`“${subject}” by ${firstName} ${lastName}`} selection={selection} />
      ),
    },
    {
      key: 'ticket',
      header: 'Ticket',
      cell: (contact) => (
        <div>
          <Link className="link id" to={openAddress(contact._id)} preventScrollReset>
            {contact.ticket}
          </Link>
          <span className="block">
            <TicketClock contact={contact} now={now} />
          </span>
        </div>
      ),
    },
    { key: 'name', header: 'Name', isRowHeader: true, cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
    {
      key: 'email',
      header: 'Email',
      isWideOnly: true,
      cell: ({ email }) => (
        <a className="link" href={`mailto:${email}`}>
          <BreakableEmail email={email} />
        </a>
      ),
    },
    {
      key: 'phone',
      header: 'Phone',
      isWideOnly: true,
      cell: ({ contactNumber }) => <span className="whitespace-nowrap">{contactNumber}</span>,
    },
    {
      key: 'subject',
      header: 'Subject',
      cell: ({ subject }) => <span className="line-clamp-3 min-w-32 wrap-anywhere">{subject}</span>,
    },
    {
      key: 'message',
      header: 'Message',
      cell: (contact) => <MessageCell message={contact.message} onOpen={() => void markOpened(contact)} />,
    },
    { key: 'date', header: 'Date and time', isWideOnly: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      key: 'status',
      header: 'Status',
      cell: ({ isRead }) => <Badge kind={isRead ? 'plain' : 'marigold'}>{isRead ? 'Read' : 'Unread'}</Badge>,
    },
    {
      key: 'actions',
      header: 'Actions',
      cell: (contact) => (
        <div className="row-actions">
          <ButtonLink to={openAddress(contact._id)} preventScrollReset isSmall>
            Answer
          </ButtonLink>
          <RowIcon
            label={contact.isRead ? 'Mark as Unread' : 'Mark as Read'}
            icon={contact.isRead ? Mail : MailOpen}
            onClick={() => void toggle(contact)}
          />
          <RowIcon label="Delete" icon={Trash2} onClick={() => void remove([contact._id])} />
        </div>
      ),
    },
  ]
}
