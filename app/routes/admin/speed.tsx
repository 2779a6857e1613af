import type { Route } from './+types/speed'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { choiceIn, pageIn } from '#app/admin/list/query-parameters.ts'
import { KIND_LABELS, VITAL_CARDS, VITAL_COLUMNS, VitalsKey } from '#app/admin/web-vitals/vital-columns.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { DEVICES, PAGE_KINDS } from '#contract/dashboard/vital-limits.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = {
    kind: choiceIn(query, 'kind', PAGE_KINDS),
    device: choiceIn(query, 'device', DEVICES),
    page: pageIn(query),
  }
  const { answer, failure } = await loadOrFailure(
    api.listVitals({ ...view, limit: ROWS_PER_PAGE.vitals }),
    WORDINGS.fallback,
  )
  const items = answer?.items.map((row) => ({ ...row, _id: `${row.day} ${row.kind}` }))
  return { view, failure, answer: answer && items && { items, total: answer.total } }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Speed', isIndexed: false })

const FILTERS = [
  {
    name: 'kind',
    label: 'Page',
    all: 'All pages',
    options: PAGE_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
  },
  {
    name: 'device',
    label: 'Device',
    all: 'Phones and desktops',
    options: [
      { value: 'phone', label: 'Phones' },
      { value: 'desktop', label: 'Desktops' },
    ],
  },
]

export default function AdminSpeed({ loaderData }: Route.ComponentProps) {
  return (
    <AdminList
      path="/admin/speed"
      title="Speed"
      lead="How fast pages were for visitors, by day in India: three of four visits were as fast as this or faster. Nothing is kept of who they were, and who asks not to be tracked is not counted."
      search={{ name: 'Speed', filters: FILTERS, hasWords: false }}
      list={loaderData}
      perPage={ROWS_PER_PAGE.vitals}
      above={<VitalsKey />}
      caption="Speed by day and page, the newest first"
      columns={VITAL_COLUMNS}
      cards={VITAL_CARDS}
      empty={{
        message: 'No visit was measured yet.',
        hint: 'Visits are added up for half a minute before they show here.',
      }}
    />
  )
}
