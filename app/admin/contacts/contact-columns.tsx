import { Mail, MailOpen, Trash2 } from 'lucide-react'
import { Link } from 'react-router'

import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { ContactDeadline } from '#app/admin/contacts/contact-deadline.tsx'
import type { ContactActions } from '#app/admin/contacts/use-live-contacts.ts'
import { actionColumn } from '#app/admin/list/action-column.tsx'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { selectColumn } from '#app/admin/list/select-column.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { Badge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import type { Contact } from '#contract/contacts/contacts.ts'

export const CONTACT_CARDS: Cards = {
  lines: ['select name status', 'select subject subject', 'message message message', 'ticket ticket actions'],
  columns: 'auto minmax(0, 1fr) auto',
}

interface ColumnsOptions {
  actions: ContactActions
  selection: Selection
  /** The address of the list with a message opened over it. */
  openAddress: (id: string) => string
  /** The moment from which deadlines are counted, in milliseconds. */
  now: number
}

/** The columns of the messages. */
export function contactColumns({ actions, selection, openAddress, now }: ColumnsOptions): Column<Contact>[] {
  const { toggle, markOpened, remove } = actions
  return [
    selectColumn(
      selection,
      ({ firstName, lastName, subject }) => `“${subject}” by ${firstName} ${lastName}`,
      'sm:w-11',
    ),
    {
      key: 'ticket',
      header: 'Ticket',
      card: 'ticket',
      className: 'sm:w-28',
      cell: (contact) => (
        <div className="leading-tight">
          <Link className="link id" to={openAddress(contact._id)} preventScrollReset>
            {contact.ticket}
          </Link>
          <span className="line-clamp-2 text-xs">
            <ContactDeadline contact={contact} now={now} />
          </span>
        </div>
      ),
    },
    {
      key: 'name',
      header: 'Name',
      className: 'sm:w-22',
      card: { area: 'name', look: 'wide' },
      isRowHeader: true,
      cell: ({ firstName, lastName }) => (
        <TwoLineText text={`${firstName} ${lastName}`} className="max-sm:line-clamp-1" />
      ),
    },
    {
      key: 'email',
      header: 'Email',
      card: 'hidden',
      className: 'sm:w-30 text-xs',
      isWideOnly: true,
      cell: ({ email }) => (
        <a className="link line-clamp-2 wrap-anywhere" href={`mailto:${email}`} title={email}>
          <BreakableEmail email={email} />
        </a>
      ),
    },
    {
      key: 'phone',
      header: 'Phone',
      card: 'hidden',
      className: 'sm:w-24',
      isWideOnly: true,
      cell: ({ contactNumber }) => <span className="whitespace-nowrap">{contactNumber}</span>,
    },
    {
      key: 'subject',
      header: 'Subject',
      className: 'sm:w-22',
      card: 'subject',
      cell: ({ subject }) => <TwoLineText text={subject} className="max-sm:line-clamp-1" />,
    },
    {
      key: 'message',
      header: 'Message',
      card: 'message',
      cell: (contact) => (
        <ExpandableText
          isOneLineOnCards
          start={contact.message}
          closeLabel="Close the message"
          onOpen={() => void markOpened(contact)}
        >
          <p className="whitespace-pre-wrap">{contact.message}</p>
        </ExpandableText>
      ),
    },
    {
      key: 'date',
      header: 'Date and time',
      card: 'hidden',
      className: 'sm:w-23',
      isWideOnly: true,
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      key: 'status',
      header: 'Status',
      card: 'status',
      className: 'sm:w-20',
      cell: ({ isRead }) => <Badge kind={isRead ? 'plain' : 'marigold'}>{isRead ? 'Read' : 'Unread'}</Badge>,
    },
    actionColumn('sm:w-43', [
      {
        label: () => 'Answer',
        variant: 'primary',
        isFor: ({ state }) => state === 'open',
        to: ({ _id }) => openAddress(_id),
      },
      { label: () => 'Answer', isFor: ({ state }) => state !== 'open', to: ({ _id }) => openAddress(_id) },
      {
        label: ({ isRead }) => (isRead ? 'Mark as Unread' : 'Mark as Read'),
        icon: ({ isRead }) => (isRead ? Mail : MailOpen),
        press: (contact) => void toggle(contact),
      },
      { label: () => 'Delete', icon: () => Trash2, press: ({ _id }) => void remove([_id]) },
    ]),
  ]
}
