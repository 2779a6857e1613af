import { useNavigate, useRevalidator } from 'react-router'

import type { Route } from './+types/contacts'

import { AdminPage, ListPages } from '#app/admin/shell/admin-page.tsx'
import { EmailText } from '#app/admin/email-text.tsx'
import { ListSearch } from '#app/admin/shell/list-search.tsx'
import { choiceIn, listAddress, pageIn, wordsIn } from '#app/admin/shell/list-view.ts'
import { ListLoading } from '#app/admin/shell/list-loading.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { NewItemsButton } from '#app/admin/shell/new-items-button.tsx'
import { SelectAllBox, SelectBox } from '#app/admin/shell/select-box.tsx'
import { useLiveContacts, type ContactActions } from '#app/admin/messages/use-live-contacts.ts'
import { useSelection, type Selection } from '#app/admin/shell/use-selection.ts'
import { deferredData } from '#app/api/deferred-data.ts'
import { browserApi } from '#app/api/admin-browser.ts'
import { serverApi } from '#app/api/context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Loading } from '#app/ui/spinner.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import { CONTACT_SORTS } from '#contract/contact-rules.ts'
import type { Contact } from '#contract/contacts.ts'
import { ADMIN_WORDINGS } from '#contract/admin-wordings.ts'

const ADDRESS = '/admin/contacts'
const PER_PAGE = 50

const SHOWN = ['unread', 'read'] as const

function viewOf(url: string) {
  const query = new URL(url).searchParams
  return {
    show: choiceIn(query, 'show', SHOWN),
    sort: choiceIn(query, 'sort', CONTACT_SORTS),
    search: wordsIn(query, 'search'),
    page: pageIn(query),
  }
}
type View = ReturnType<typeof viewOf>

const addressOf = (view: Partial<View>) => listAddress(ADDRESS, view)

const queryOf = ({ show, ...view }: View) => ({
  ...view,
  limit: PER_PAGE,
  ...(show && { isRead: show === 'read' ? ('true' as const) : ('false' as const) }),
})

async function load(api: AdminApi, url: string) {
  const view = viewOf(url)
  return { view, ...(await loadOrFailure(api.listContacts(queryOf(view)), ADMIN_WORDINGS.contactsFailed)) }
}

export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  loading: await load(serverApi(context), request.url),
})
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  deferredData(request, load(browserApi, request.url))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin contacts', isIndexed: false })

/** The start of a message. Opened, the whole message takes its place. */
function MessageCell({ message, onOpen }: { message: string; onOpen(): void }) {
  return (
    <details
      className="group max-w-72 text-sm"
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

function columnsFor({ toggle, markOpened, remove }: ContactActions, selection: Selection): Column<Contact>[] {
  return [
    {
      key: 'select',
      header: 'Select',
      cell: ({ _id, firstName, lastName, subject }) => (
        <SelectBox id={_id} name={`“${subject}” by ${firstName} ${lastName}`} selection={selection} />
      ),
    },
    { key: 'name', header: 'Name', isRowHeader: true, cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
    {
      key: 'email',
      header: 'Email',
      cell: ({ email }) => (
        <a className="link" href={`mailto:${email}`}>
          <EmailText email={email} />
        </a>
      ),
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: ({ contactNumber }) => <span className="whitespace-nowrap">{contactNumber}</span>,
    },
    { key: 'subject', header: 'Subject', cell: ({ subject }) => subject },
    {
      key: 'message',
      header: 'Message',
      cell: (contact) => <MessageCell message={contact.message} onOpen={() => void markOpened(contact)} />,
    },
    { key: 'date', header: 'Date and time', cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      key: 'status',
      header: 'Status',
      cell: ({ isRead }) => <Badge kind={isRead ? 'plain' : 'marigold'}>{isRead ? 'Read' : 'Unread'}</Badge>,
    },
    {
      key: 'actions',
      header: 'Actions',
      cell: (contact) => (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" isSmall onClick={() => void toggle(contact)}>
            {contact.isRead ? 'Mark as Unread' : 'Mark as Read'}
          </Button>
          <Button variant="outline" isSmall onClick={() => void remove([contact._id])}>
            Delete
          </Button>
        </div>
      ),
    },
  ]
}

function ViewTabs({ view: { show, sort, search } }: { view: View }) {
  return (
    <Tabs
      label="Messages by status"
      tabs={[
        { label: 'Newest first', to: addressOf({ search }), isCurrent: !show && sort !== 'unread' },
        {
          label: 'Unread first',
          to: addressOf({ search, sort: 'unread' }),
          isCurrent: !show && sort === 'unread',
        },
        { label: 'Only unread', to: addressOf({ search, show: 'unread' }), isCurrent: show === 'unread' },
        { label: 'Only read', to: addressOf({ search, show: 'read' }), isCurrent: show === 'read' },
      ]}
    />
  )
}

/** The number of selected messages, and the actions on them. */
function SelectionBar({ actions, selection }: { actions: ContactActions; selection: Selection }) {
  const { isBusy, run } = useTask()
  const ids = [...selection.chosen]
  const clearAfter = (work: Promise<void>) => void run(() => work.then(selection.clear))
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 py-2" role="group" aria-label="Chosen messages">
      <SelectAllBox ids={actions.contacts.map(({ _id }) => _id)} label="Select all messages" selection={selection} />
      <span className="text-sm text-muted" role="status">
        {ids.length === 0 ? 'None chosen' : `${ids.length} chosen`}
      </span>
      {ids.length > 0 && (
        <>
          <Button variant="outline" isSmall disabled={isBusy} onClick={() => clearAfter(actions.mark(ids, true))}>
            Mark chosen read
          </Button>
          <Button variant="outline" isSmall disabled={isBusy} onClick={() => clearAfter(actions.mark(ids, false))}>
            Mark chosen unread
          </Button>
          <Button variant="danger" isSmall disabled={isBusy} onClick={() => void run(() => actions.remove(ids))}>
            Delete chosen
          </Button>
        </>
      )}
    </div>
  )
}

export default function AdminContacts({ loaderData }: Route.ComponentProps) {
  const { latest } = useDeferred(loaderData.loading)
  return (
    <AdminPage title="Contact Submissions">
      {latest ? <ContactsView {...latest} /> : <Loading text="Loading..." />}
    </AdminPage>
  )
}

function ContactsView({ view, answer, failure }: Awaited<ReturnType<typeof load>>) {
  const actions = useLiveContacts(answer?.items, queryOf(view))
  const { contacts } = actions
  const selection = useSelection(contacts.map(({ _id }) => _id))
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const here = addressOf(view)

  return (
    <>
      <ListSearch action={ADDRESS} name="Messages" search={view.search} hidden={{ show: view.show, sort: view.sort }} />
      <ViewTabs view={view} />
      <NewItemsButton
        count={actions.newCount}
        words={['message', 'messages']}
        onShow={() => void (here === ADDRESS ? revalidate() : navigate(ADDRESS))}
      />
      <ListLoading path={ADDRESS} text="Loading..." />
      {failure !== undefined && <p className="error-summary mt-6">Error: {failure}</p>}
      {failure === undefined && contacts.length === 0 && (
        <div className="mt-6">
          <EmptyState message="No contact messages found." />
        </div>
      )}
      {contacts.length > 0 && (
        <>
          <SelectionBar actions={actions} selection={selection} />
          <div className="table-frame">
            <Table
              caption="Contact messages"
              isCaptionHidden
              columns={columnsFor(actions, selection)}
              rows={contacts}
              rowKey={({ _id }) => _id}
              rowProps={({ _id, isRead }) => ({
                className: `${isRead ? '' : 'is-unread'} ${selection.chosen.has(_id) ? 'is-chosen' : ''}`,
              })}
            />
          </div>
        </>
      )}
      <ListPages path={ADDRESS} view={view} total={answer?.total} perPage={PER_PAGE} />
    </>
  )
}
