import { useState } from 'react'
import { useNavigate, useRevalidator, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'

import type { Route } from './+types/contacts'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { contactColumns } from '#app/admin/contacts/contact-columns.tsx'
import { ContactDialog } from '#app/admin/contacts/contact-dialog.tsx'
import { ListSearch } from '#app/admin/list/list-search.tsx'
import { choiceIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { ListLoading } from '#app/admin/list/list-loading.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { NewItemsButton } from '#app/admin/list/new-items-button.tsx'
import { AllRowsCheckbox } from '#app/admin/list/row-checkbox.tsx'
import { useLiveContacts, type ContactActions } from '#app/admin/contacts/use-live-contacts.ts'
import { useSelection, type Selection } from '#app/admin/list/use-selection.ts'
import { deferredData } from '#app/api/deferred-data.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { Table } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import { CONTACT_SORTS } from '#contract/contacts/contact-limits.ts'
import type { ContactListQuery } from '#contract/contacts/contacts.ts'
import { ADMIN_WORDINGS } from '#contract/wordings/specified-admin-wordings.ts'
import { ROWS_PER_PAGE } from '#contract/http/rows-per-page.ts'

const ADDRESS = '/admin/contacts'

/** The parts of the list, each with what it asks the server for. */
const LISTS = [
  { show: 'unread', label: 'Only unread', query: { isRead: 'false' } },
  { show: 'read', label: 'Only read', query: { isRead: 'true' } },
  { show: 'due', label: 'Due within a day', query: { due: 'soon', sort: 'due' } },
  { show: 'open', label: 'Open', query: { state: 'open', sort: 'due' } },
  { show: 'answered', label: 'Answered', query: { state: 'answered', sort: 'due' } },
  { show: 'closed', label: 'Closed', query: { state: 'closed' } },
] as const
const SHOWN = LISTS.map(({ show }) => show)

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

/** The address of the list without the message that is open over it. */
function listOf({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams)
  query.delete('open')
  return `${pathname}?${query}`
}

const addressOf = (view: Partial<View> & { open?: string }) => listAddress(ADDRESS, view)

const queryOf = ({ show, ...view }: View): ContactListQuery => ({
  ...LISTS.find((list) => list.show === show)?.query,
  ...view,
  limit: ROWS_PER_PAGE.messages,
})

async function load(api: AdminApi, url: string) {
  const view = viewOf(url)
  const loaded = await loadOrFailure(api.listContacts(queryOf(view)), ADMIN_WORDINGS.contactsFailed)
  return { view, now: Date.now(), ...loaded }
}

export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  loading: await load(serverApi(context), request.url),
})
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  deferredData(request, load(browserApi, request.url))

/** Opening a message over the list does not load the list again. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isList = currentUrl.pathname === nextUrl.pathname
  const isSame = listOf(currentUrl) === listOf(nextUrl) && currentUrl.search !== nextUrl.search
  return isList && isSame ? false : defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin contacts', isIndexed: false })

function ViewTabs({ view: { show, sort, search } }: { view: View }) {
  const sorted = (label: string, by?: View['sort']) => ({
    label,
    to: addressOf({ search, sort: by }),
    isCurrent: !show && sort === by,
  })
  return (
    <Tabs
      label="Messages by status"
      tabs={[
        sorted('Newest first'),
        sorted('Unread first', 'unread'),
        sorted('Ends soonest', 'due'),
        ...LISTS.map(({ show: shown, label }) => ({
          label,
          to: addressOf({ search, show: shown }),
          isCurrent: show === shown,
        })),
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
      <AllRowsCheckbox ids={actions.contacts.map(({ _id }) => _id)} label="Select all messages" selection={selection} />
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

function ContactsView({ view, now, answer, failure }: Awaited<ReturnType<typeof load>>) {
  const actions = useLiveContacts(answer?.items, queryOf(view))
  const { contacts } = actions
  const selection = useSelection(contacts.map(({ _id }) => _id))
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const here = addressOf(view)
  const [query] = useSearchParams()
  const open = query.get('open')
  const [drafts] = useState(() => new Map<string, string>())

  return (
    <>
      <ListSearch action={ADDRESS} name="Messages" kept={['show', 'sort']} view={view} />
      <ViewTabs view={view} />
      <NewItemsButton
        count={actions.newCount}
        words={['message', 'messages']}
        onShow={() => void (here === ADDRESS ? revalidate() : navigate(ADDRESS))}
      />
      <ListLoading path={ADDRESS} text="Loading..." />
      {failure !== undefined && <p className="error-summary mt-6">{`Error: ${failure}`}</p>}
      {failure === undefined && contacts.length === 0 && (
        <div className="mt-6">
          <EmptyState message="No contact messages found.">
            {here === ADDRESS && (
              <p className="mt-2 text-sm text-muted">What visitors write at “Contact” appears here.</p>
            )}
          </EmptyState>
        </div>
      )}
      {contacts.length > 0 && (
        <>
          <SelectionBar actions={actions} selection={selection} />
          <div className="table-frame list-table list-cards contact-cards">
            <Table
              caption="Contact messages"
              isCaptionHidden
              columns={contactColumns({
                actions,
                selection,
                openAddress: (id) => addressOf({ ...view, open: id }),
                now,
              })}
              rows={contacts}
              rowKey={({ _id }) => _id}
              rowProps={({ _id, isRead }) => ({
                className: `${isRead ? '' : 'is-unread'} ${selection.chosen.has(_id) ? 'is-chosen' : ''}`,
              })}
            />
          </div>
        </>
      )}
      <ListPages path={ADDRESS} view={view} total={answer?.total} perPage={ROWS_PER_PAGE.messages} />
      {open !== null && (
        <ContactDialog
          key={open}
          id={open}
          actions={actions}
          now={now}
          draft={drafts.get(open) ?? ''}
          onDraft={(text) => void drafts.set(open, text)}
          onClose={() => void navigate(here, { preventScrollReset: true })}
        />
      )}
    </>
  )
}
