import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/contacts'

import { AdminLinks } from '#app/admin/admin-links.tsx'
import { loadOrTell, sentenceOf } from '#app/admin/load-or-tell.ts'
import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ask } from '#app/ui/alert-dialog.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import type { Api } from '#contract/api.ts'
import type { Contact } from '#contract/contacts.ts'
import { WORDINGS } from '#contract/wordings.ts'

const ADDRESS = '/admin/contacts'
const PER_PAGE = 50

function viewOf(url: string) {
  const query = new URL(url).searchParams
  const page = Number(query.get('page'))
  return {
    search: query.get('search')?.trim().slice(0, 100) || undefined,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

async function load(api: Api, url: string) {
  const view = viewOf(url)
  return { view, ...(await loadOrTell(api.listContacts({ ...view, limit: PER_PAGE }), WORDINGS.admin.contactsFailed)) }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin contacts', isIndexed: false })

interface ContactActions {
  toggle(contact: Contact): Promise<void>
  remove(contact: Contact): Promise<void>
}

function MessageCell({ message }: Pick<Contact, 'message'>) {
  return (
    <details className="max-w-72 text-sm">
      <summary className="line-clamp-2">{message}</summary>
      <p className="mt-2 whitespace-pre-wrap break-words">{message}</p>
    </details>
  )
}

function columnsFor({ toggle, remove }: ContactActions): Column<Contact>[] {
  return [
    { key: 'name', header: 'Name', isRowHeader: true, cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
    {
      key: 'email',
      header: 'Email',
      cell: ({ email }) => (
        <a className="link break-all" href={`mailto:${email}`}>
          {email}
        </a>
      ),
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: ({ contactNumber }) => <span className="whitespace-nowrap">{contactNumber}</span>,
    },
    { key: 'subject', header: 'Subject', cell: ({ subject }) => subject },
    { key: 'message', header: 'Message', cell: ({ message }) => <MessageCell message={message} /> },
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
          <Button variant="danger" isSmall onClick={() => void remove(contact)}>
            Delete
          </Button>
        </div>
      ),
    },
  ]
}

export default function AdminContacts({ loaderData: { view, answer, failure } }: Route.ComponentProps) {
  const [contacts, setContacts] = useState(answer?.items ?? [])
  useEffect(() => setContacts(answer?.items ?? []), [answer])
  const isLoading = useNavigation().location?.pathname === ADDRESS

  async function toggle({ _id }: Contact) {
    try {
      const changed = await browserApi.toggleContactRead(_id)
      setContacts((known) => known.map((one) => (one._id === _id ? changed : one)))
    } catch (error) {
      toastError(sentenceOf(error, WORDINGS.admin.readStatusFailed))
    }
  }
  async function remove({ _id }: Contact) {
    const isSure = await ask({ question: WORDINGS.admin.deleteContactQuestion, confirmLabel: 'Delete' })
    if (!isSure) return
    try {
      const { message } = await browserApi.deleteContact(_id)
      setContacts((known) => known.filter((one) => one._id !== _id))
      toastSuccess(message)
    } catch (error) {
      toastError(sentenceOf(error, WORDINGS.admin.deleteContactFailed))
    }
  }

  return (
    <div className="container py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="heading heading-1">Contact Submissions</h1>
        <AdminLinks labels={['Dashboard', 'Product Page', 'New Orders']} />
      </div>
      <Form method="get" action={ADDRESS} role="search" className="my-6 flex items-end gap-3">
        <TextField label="Search messages" name="search" type="search" defaultValue={view.search} />
        <Button type="submit" variant="outline">
          Search
        </Button>
      </Form>
      {isLoading && <Loading text="Loading..." />}
      {failure !== undefined && <p className="error-summary">Error: {failure}</p>}
      {failure === undefined && contacts.length === 0 && <EmptyState message="No contact messages found." />}
      {contacts.length > 0 && (
        <div className="table-frame">
          <Table
            caption="Contact messages, newest first"
            isCaptionHidden
            columns={columnsFor({ toggle, remove })}
            rows={contacts}
            rowKey={({ _id }) => _id}
          />
        </div>
      )}
      <div className="mt-6">
        <Pagination
          current={view.page}
          total={Math.ceil((answer?.total ?? 0) / PER_PAGE)}
          hrefFor={(page) =>
            `${ADDRESS}?${new URLSearchParams({ ...(view.search && { search: view.search }), page: String(page) })}`
          }
        />
      </div>
    </div>
  )
}
