import type { Route } from './+types/audit'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { choiceIn, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { AREA_LABELS, AUDIT_CARDS, AUDIT_COLUMNS } from '#app/admin/audit/audit-columns.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { AUDIT_AREAS, AUDIT_SEARCHED, SHOP_ITSELF } from '#contract/audit/audit-areas.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const ADDRESS = '/admin/audit'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = {
    area: choiceIn(query, 'area', AUDIT_AREAS),
    person: wordsIn(query, 'person'),
    search: wordsIn(query, 'search'),
    page: pageIn(query),
  }
  return {
    view,
    ...(await loadOrFailure(api.listAudit({ ...view, limit: ROWS_PER_PAGE.auditEntries }), WORDINGS.fallback)),
  }
}
type Loaded = Awaited<ReturnType<typeof load>>

const CALLS: ListCalls = {
  undoPrices: { call: (api, { id }) => api.undoPrices(id), failed: WORDINGS.fallback },
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Audit log', isIndexed: false })

const filters = (people: NonNullable<Loaded['answer']>['people'] = []) => [
  {
    name: 'area',
    label: 'Area',
    all: 'Everything',
    options: AUDIT_AREAS.map((area) => ({ value: area, label: AREA_LABELS[area] })),
  },
  {
    name: 'person',
    label: 'Person',
    all: 'Everybody',
    options: [
      { value: SHOP_ITSELF, label: 'The shop itself' },
      ...people.map(({ _id, name, email }) => ({
        value: _id,
        label: email === '' ? `${name} (key)` : `${name} (${email})`,
      })),
    ],
  },
]

function Count({ view, answer }: Pick<Loaded, 'view' | 'answer'>) {
  const { total = 0, countedTo } = answer ?? {}
  const isMore = total === countedTo
  return (
    <p className="mb-2 text-sm text-muted" role="status">
      <span>{`${isMore ? `More than ${total - 1}` : total} ${total === 1 ? 'entry' : 'entries'}`}</span>
      {view.search && <span>{` among the newest ${AUDIT_SEARCHED.toLocaleString('en-IN')} and by whole id`}</span>}
    </p>
  )
}

export default function AdminAudit({ loaderData: { view, answer, failure } }: Route.ComponentProps) {
  return (
    <AdminList
      path={ADDRESS}
      title="Audit Log"
      lead="Who changed what, from what to what. Every entry was written together with its change, and none is ever altered."
      search={{ name: 'Audit log', label: 'Search the log', filters: filters(answer?.people) }}
      list={{ view, failure, answer: answer && { items: answer.entries, total: answer.total } }}
      perPage={ROWS_PER_PAGE.auditEntries}
      above={<Count view={view} answer={answer} />}
      caption="Audit log, newest first"
      columns={AUDIT_COLUMNS}
      cards={AUDIT_CARDS}
      empty={{ message: 'No entries found.', hint: 'Search for less, or choose another area, person or day.' }}
    />
  )
}
