import { Mail, MailOpen, Trash2, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { ContactDeadline } from '#app/admin/contacts/contact-deadline.tsx'
import type { ContactActions } from '#app/admin/contacts/use-live-contacts.ts'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { RowCheckbox } from '#app/admin/list/row-checkbox.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Column } from '#app/ui/table.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { Contact } from '#contract/contacts/contacts.ts'

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
  /** The address of the list with a message opened over it. */
  openAddress: (id: string) => string
  /** The moment from which deadlines are counted, in milliseconds. */
  now: number
}

/** The columns of the messages. */
export function contactColumns({ actions, selection, openAddress, now }: ColumnsOptions): Column<Contact>[] {
  const { toggle, markOpened, remove } = actions
  return [
    {
      key: 'select',
      header: 'Select',
      className: 'sm:w-11',
      headerCell: <VisuallyHidden>Select</VisuallyHidden>,
      cell: ({ _id, firstName, lastName, subject }) => (
        <RowCheckbox id={_id} name={`“${subject}” by ${firstName} ${lastName}`} selection={selection} />
      ),
    },
    {
      key: 'ticket',
      header: 'Ticket',
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
      isRowHeader: true,
      cell: ({ firstName, lastName }) => <TwoLineText text={`${firstName} ${lastName}`} />,
    },
    {
      key: 'email',
      header: 'Email',
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
      className: 'sm:w-24',
      isWideOnly: true,
      cell: ({ contactNumber }) => <span className="whitespace-nowrap">{contactNumber}</span>,
    },
    { key: 'subject', header: 'Subject', cell: ({ subject }) => <TwoLineText text={subject} /> },
    {
      key: 'message',
      header: 'Message',
      cell: (contact) => (
        <ExpandableText start={contact.message} closeLabel="Close the message" onOpen={() => void markOpened(contact)}>
          <p className="whitespace-pre-wrap">{contact.message}</p>
        </ExpandableText>
      ),
    },
    {
      key: 'date',
      header: 'Date and time',
      className: 'sm:w-23',
      isWideOnly: true,
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      key: 'status',
      header: 'Status',
      className: 'sm:w-20',
      cell: ({ isRead }) => <Badge kind={isRead ? 'plain' : 'marigold'}>{isRead ? 'Read' : 'Unread'}</Badge>,
    },
    {
      key: 'actions',
      header: 'Actions',
      className: 'sm:w-43',
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
