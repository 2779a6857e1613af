import { useNavigate, useRevalidator, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'

import type { Route } from './+types/contacts'

import { CONTACT_CARDS, contactColumns } from '#app/admin/contacts/contact-columns.tsx'
import { ContactDialog } from '#app/admin/contacts/contact-dialog.tsx'
import * as list from '#app/admin/contacts/contact-list-view.ts'
import { chosenContacts, useLiveContacts } from '#app/admin/contacts/use-live-contacts.ts'
import { AdminList } from '#app/admin/list/admin-list.tsx'
import { useSelection } from '#app/admin/list/use-selection.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { deferredData } from '#app/api/deferred-data.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { pageMeta } from '#app/shell/page-meta.ts'

export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  loading: await list.loadContacts(serverApi(context), request.url),
})
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  deferredData(request, list.loadContacts(browserApi, request.url))

/** Opening a message over the list does not load the list again. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !list.isSameList(currentUrl, nextUrl) && defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin contacts', isIndexed: false })

export default function AdminContacts({ loaderData }: Route.ComponentProps) {
  const { latest } = useDeferred(loaderData.loading)
  const { view = list.FIRST_VIEW, now = 0, counts, answer, failure } = latest ?? {}
  const actions = useLiveContacts({ items: answer?.items, counts, query: list.queryOf(view) })
  const { contacts, newCount, drafts } = actions
  const selection = useSelection(contacts.map(({ _id }) => _id))
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  const open = query.get('open')
  const here = list.addressOf(view)

  return (
    <AdminList
      path={list.CONTACTS}
      title="Contact Submissions"
      search={{ name: 'Messages', filters: [list.ORDER_FILTER], kept: ['show'] }}
      tabs={list.tabsOf(view, actions.counts)}
      news={{
        count: newCount,
        words: ['message', 'messages'],
        onShow: () => void (here === list.CONTACTS ? revalidate() : navigate(list.CONTACTS)),
      }}
      list={latest && { view, failure, answer: answer && { items: contacts, total: answer.total } }}
      perPage={list.CONTACTS_PER_PAGE}
      chosen={chosenContacts(actions, selection)}
      caption="Contact messages"
      columns={contactColumns({ actions, selection, openAddress: (id) => list.addressOf({ ...view, open: id }), now })}
      cards={CONTACT_CARDS}
      rowProps={({ _id, isRead }) => ({
        className: `${isRead ? '' : 'is-unread'} ${selection.chosen.has(_id) ? 'is-chosen' : ''}`,
      })}
      empty={{
        message: 'No contact messages found.',
        hint: here === list.CONTACTS && 'What visitors write at “Contact” appears here.',
      }}
    >
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
    </AdminList>
  )
}
