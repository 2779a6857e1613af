import { Form } from 'react-router'

import type { Route } from './+types/audit'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { choiceIn, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { ShortId } from '#app/admin/shell/short-id.tsx'
import { ListLoading } from '#app/admin/list/list-loading.tsx'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { AdminApi } from '#contract/admin-api.ts'
import { AUDIT_AREAS, AUDIT_SEARCHED, SHOP_ITSELF, type AuditArea } from '#contract/reports/audit-areas.ts'
import type { AuditChange, AuditEntry } from '#contract/reports/reports.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'
import { ROWS_PER_PAGE } from '#contract/http/rows-per-page.ts'

const ADDRESS = '/admin/audit'
/** This many characters fit into the two lines of a row. */
const SHORT_CHARACTERS = 60

function viewOf(url: string) {
  const query = new URL(url).searchParams
  return {
    area: choiceIn(query, 'area', AUDIT_AREAS),
    person: wordsIn(query, 'person'),
    search: wordsIn(query, 'search'),
    page: pageIn(query),
  }
}
type View = ReturnType<typeof viewOf>

async function load(api: AdminApi, url: string) {
  const view = viewOf(url)
  return {
    view,
    ...(await loadOrFailure(api.listAudit({ ...view, limit: ROWS_PER_PAGE.auditEntries }), WORDINGS.fallback)),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Audit log', isIndexed: false })

/** The label of each area of the audit log. */
const AREA_LABELS: Record<AuditArea, string> = {
  product: 'Products',
  category: 'Categories',
  order: 'Orders',
  review: 'Reviews',
  offer: 'Offers',
  contact: 'Messages',
  payment: 'Payments',
  refund: 'Refunds',
  reconciliation: 'Reconciliation',
  user: 'People',
  setting: 'Settings',
  tax: 'Tax',
}

/** 'order.placed' → 'Order placed', 'change price' → 'Change price'. */
function actionLabel(action: string): string {
  const words = action.replaceAll('.', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const areaLabel = (area: string): string => {
  const known = AUDIT_AREAS.find((one) => one === area)
  return known ? AREA_LABELS[known] : area
}

function Change({ change: { what, from, to } }: { change: AuditChange }) {
  return (
    <li>
      <span className="text-muted">{`${what}: `}</span>
      {from !== null && (
        <>
          <VisuallyHidden>from </VisuallyHidden>
          <span className={to === null ? 'line-through' : undefined}>{from}</span>
        </>
      )}
      {from !== null && to !== null && <span aria-hidden="true"> → </span>}
      {to !== null && (
        <>
          <VisuallyHidden> to </VisuallyHidden>
          <strong className="font-semibold">{to}</strong>
        </>
      )}
    </li>
  )
}

const textOf = ({ what, from, to }: AuditChange) => `${what}: ${[from, to].filter((one) => one !== null).join(' → ')}`

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return <span className="text-muted">Nothing else</span>
  const start = changes.map(textOf).join(', ')
  const list = (
    <ul>
      {changes.map((change) => (
        <Change key={change.what} change={change} />
      ))}
    </ul>
  )
  if (changes.length <= 2 && start.length <= SHORT_CHARACTERS) return list
  return (
    <ExpandableText start={start} closeLabel="Close">
      {list}
    </ExpandableText>
  )
}

const COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    className: 'sm:w-23',
    cell: ({ at }) => (
      <time dateTime={at} className="tabular-nums">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    key: 'person',
    header: 'Who',
    cell: ({ person }) =>
      person ? (
        <>
          <span className="block truncate">{person.name}</span>
          <span className="block truncate text-xs text-muted" title={person.email}>
            {person.email}
          </span>
        </>
      ) : (
        <span className="text-muted">The shop itself</span>
      ),
  },
  {
    key: 'action',
    header: 'What',
    isRowHeader: true,
    cell: ({ action, subject, area }) => (
      <>
        <span className="block truncate">{actionLabel(action)}</span>
        <span className="flex items-center gap-1 text-xs font-normal">
          <span className="flex-none text-muted">{areaLabel(area)}</span>{' '}
          {area !== 'setting' && <ShortId id={subject._id} />}
          <span> </span>
          <span className="truncate" title={subject.name ?? undefined}>
            {subject.name}
          </span>
        </span>
      </>
    ),
  },
  {
    key: 'changes',
    header: 'From → to',
    className: 'sm:w-2/5',
    cell: ({ changes }) => <Changes changes={changes} />,
  },
]

interface FiltersProps {
  view: View
  people: readonly { _id: string; name: string; email: string }[]
}

function Filters({ view, people }: FiltersProps) {
  return (
    <Form
      // The fields are filled again whenever a link or the Back button changes the address.
      key={JSON.stringify([view.area, view.person, view.search])}
      method="get"
      action={ADDRESS}
      role="search"
      aria-label="Audit log"
      className="my-4 grid grid-cols-2 items-end gap-3 sm:my-6 lg:grid-cols-[12rem_16rem_1fr_auto_auto]"
    >
      <SelectField label="Area" name="area" defaultValue={view.area ?? ''}>
        <option value="">Everything</option>
        {AUDIT_AREAS.map((area) => (
          <option key={area} value={area}>
            {AREA_LABELS[area]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Person" name="person" defaultValue={view.person ?? ''}>
        <option value="">Everybody</option>
        <option value={SHOP_ITSELF}>The shop itself</option>
        {people.map(({ _id, name, email }) => (
          <option key={_id} value={_id}>
            {`${name} (${email})`}
          </option>
        ))}
      </SelectField>
      <TextField label="Search the log" name="search" type="search" defaultValue={view.search} />
      <Button type="submit">Search</Button>
      {(view.area ?? view.person ?? view.search) && (
        <ButtonLink to={ADDRESS} variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  )
}

export default function AdminAudit({ loaderData: { view, answer, failure } }: Route.ComponentProps) {
  const total = answer?.total ?? 0
  const isMore = answer !== undefined && total === answer.countedTo
  return (
    <AdminPage
      title="Audit Log"
      lead="Who changed what, from what to what. Every entry was written together with its change, and none is ever altered."
    >
      <Filters view={view} people={answer?.people ?? []} />
      <ListLoading path={ADDRESS} text="Loading..." />
      {failure !== undefined && <p className="error-summary">{`Error: ${failure}`}</p>}
      {answer?.entries.length === 0 && <EmptyState message="No entries found." />}
      {answer !== undefined && answer.entries.length > 0 && (
        <>
          <p className="mb-2 text-sm text-muted" role="status">
            <span>{`${isMore ? `More than ${total - 1}` : total} ${total === 1 ? 'entry' : 'entries'}`}</span>
            {view.search && (
              <span>{` among the newest ${AUDIT_SEARCHED.toLocaleString('en-IN')} and by whole id`}</span>
            )}
          </p>
          <div className="table-frame list-table list-cards audit-cards">
            <Table
              caption="Audit log, newest first"
              isCaptionHidden
              columns={COLUMNS}
              rows={answer.entries}
              rowKey={({ _id }) => _id}
            />
          </div>
        </>
      )}
      <ListPages path={ADDRESS} view={view} total={total} perPage={ROWS_PER_PAGE.auditEntries} />
    </AdminPage>
  )
}
