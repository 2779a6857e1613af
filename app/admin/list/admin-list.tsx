import type { ComponentProps, ReactNode } from 'react'
import { useActionData } from 'react-router'

import type { ListResult } from '#app/admin/list/list-calls.ts'
import { ListLoading } from '#app/admin/list/list-loading.tsx'
import { ListPages } from '#app/admin/list/list-pages.tsx'
import { ListSearch } from '#app/admin/list/list-search.tsx'
import { idOf, ListTable } from '#app/admin/list/list-table.tsx'
import { NewItemsButton } from '#app/admin/list/new-items-button.tsx'
import { SelectionBar } from '#app/admin/list/select-column.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

/** What the loader of a list answers: what is chosen in the address, and the rows or why there are none. */
interface Listed<Row> {
  view: { page: number } & Readonly<Record<string, string | number | undefined>>
  answer?: { items: readonly Row[]; total: number } | undefined
  failure?: string | undefined
}

interface AdminListProps<Row> extends Omit<ComponentProps<typeof ListTable<Row>>, 'rows'> {
  /** The address of the list. */
  path: string
  title: string
  /** The page above this one. */
  parent?: ComponentProps<typeof AdminPage>['above']
  lead?: ReactNode
  /** What can be done with the page as a whole, beside its title. */
  actions?: ReactNode
  /** The class of the page. */
  className?: string
  /** Search by words, and filters. */
  search?: Omit<ComponentProps<typeof ListSearch>, 'action' | 'view'> | undefined
  /** A search of its own kind in place of `search`. */
  filters?: ReactNode
  /** Views of the list, each with its address. */
  tabs?: ComponentProps<typeof Tabs> | undefined
  /** A sentence about what is shown. */
  note?: ReactNode
  /** Undefined while it loads for the first time. */
  list: Listed<Row> | undefined
  perPage: number
  /** The name of its page in the address, where that has several lists. */
  pageName?: string
  /** Says that the list is loading. */
  loading?: string
  empty: { message: string; hint?: ReactNode }
  /** Rows that came since, and what shows them. */
  news?: ComponentProps<typeof NewItemsButton> | undefined
  /** What can be done with the chosen rows. */
  chosen?: Omit<ComponentProps<typeof SelectionBar>, 'ids'> | undefined
  /** Right above the rows: how many there are. */
  above?: ReactNode
  /** After the list: a dialog over it. */
  children?: ReactNode
}

/**
 * A list of the admin area: title, search and filters, tabs, loading line, failure, empty state, table or cards, pages.
 * A screen says what is shown, as data; docs/where-a-change-goes.md says how it is made.
 */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const { title, parent, lead, actions, className, list, loading = 'Loading...', ...section } = props
  return (
    <AdminPage title={title} above={parent} lead={lead} actions={actions} className={className}>
      {list ? <ListSection {...section} {...list} loading={loading} /> : <Loading text={loading} />}
    </AdminPage>
  )
}

/** The space around the tabs, by what stands above and below them. */
function tabsMargin({ search, filters, loading }: { search?: unknown; filters?: ReactNode; loading?: string }) {
  if (filters) return undefined
  return `${search ? 'mt-6' : 'mt-4'} ${loading === undefined ? 'mb-4' : ''}`
}

type ListSectionProps<Row> = Omit<AdminListProps<Row>, 'title' | 'parent' | 'lead' | 'actions' | 'className' | 'list'> &
  Listed<Row>

/** A list without its page, for a page that has several. */
export function ListSection<Row>(props: ListSectionProps<Row>) {
  const {
    path,
    search,
    filters,
    tabs,
    note,
    news,
    view,
    answer,
    failure,
    perPage,
    pageName,
    loading,
    empty,
    ...others
  } = props
  const { chosen, above, children, ...table } = others
  const refused = useActionData<ListResult>()?.failure?.message
  const rows = answer?.items ?? []
  return (
    <>
      {search && <ListSearch {...search} action={path} view={view} />}
      {filters}
      {tabs && (
        <div className={tabsMargin(props)}>
          <Tabs {...tabs} />
        </div>
      )}
      {note}
      {news && <NewItemsButton {...news} />}
      {loading !== undefined && <ListLoading path={path} text={loading} />}
      {refused !== undefined && <p className="error-summary">{refused}</p>}
      <LoadFailure failure={failure} />
      {failure === undefined && rows.length === 0 && (
        <EmptyState message={empty.message}>
          {empty.hint && <p className="mt-2 text-sm text-muted">{empty.hint}</p>}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          {chosen && <SelectionBar {...chosen} ids={rows.map(table.rowKey ?? idOf)} />}
          {above}
          <ListTable {...table} isCaptionHidden rows={rows} />
        </>
      )}
      <ListPages path={path} view={view} total={answer?.total} perPage={perPage} pageName={pageName} />
      {children}
    </>
  )
}
