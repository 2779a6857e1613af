import type { Route } from './+types/keys'

import { KEYS } from '#app/admin/keys/key-columns.tsx'
import { KeyForm } from '#app/admin/keys/key-form.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { ListTable } from '#app/admin/list/list-table.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { KeyScope } from '#contract/accounts/staff-areas.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { instantInIndia } from '#contract/units/india-time.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const load = (api: AdminApi) => loadOrFailure(api.listKeys(), WORDINGS.fallback)

/** The end of a day, or whatever else was sent, which the server refuses. */
function endOf(day: string): { expiresAt?: string } {
  if (day === '') return {}
  const end = new Date(instantInIndia(`${day}T23:59`))
  return { expiresAt: Number.isNaN(end.getTime()) ? day : end.toISOString() }
}

const CALLS: ListCalls = {
  make: {
    // The server checks what a form names as an area.
    call: (api, { text, chosen }) =>
      api.makeKey({ name: text('name'), areas: chosen('areas') as KeyScope[], ...endOf(text('expiresAt')) }),
    failed: 'The key could not be made.',
    isInForm: true,
    isShownOnce: true,
  },
  end: { call: (api, { id }) => api.endKey(id), failed: WORDINGS.fallback },
}

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Keys', isIndexed: false })

export default function AdminKeys({ loaderData: { answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Keys"
      lead="Another program, such as an accountant’s or a warehouse’s, calls the shop by a key. It opens what you choose here and nothing else, and what it changes stands in the audit log under its name."
    >
      <LoadFailure failure={failure} />
      {answer && (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
          <KeyForm />
          {answer.keys.length > 0 && <ListTable caption="Keys" {...KEYS} rows={answer.keys} />}
        </div>
      )}
    </AdminPage>
  )
}
