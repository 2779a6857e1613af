import type { ListCalls } from '#app/admin/list/list-calls.ts'
import { choiceIn, dayIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { CASH_FACTS, CASH_PARCEL_VIEWS, type CashParcelView } from '#contract/states/cash-states.ts'
import type { CashDaysAnswer } from '#contract/orders/cash-parcels.ts'
import { DAY_MS } from '#contract/units/time-units.ts'

export const CASH = '/admin/cash'
const limit = ROWS_PER_PAGE.cash

/**
 * The lists of the page: days with money that has not come, all days, parcels one by one, and what couriers paid that
 * matches none.
 */
const SHOWS = ['days', 'parcels', 'findings'] as const
const PERIODS = ['7', '30', '90'] as const

/** What is chosen in the address of the page. */
function viewOf(url: string) {
  const query = new URL(url).searchParams
  return {
    show: choiceIn(query, 'show', SHOWS),
    courier: wordsIn(query, 'courier'),
    /** How many days, today included. */
    period: choiceIn(query, 'period', PERIODS),
    day: dayIn(query, 'day'),
    state: choiceIn(query, 'state', CASH_PARCEL_VIEWS),
    search: wordsIn(query, 'search'),
    dealt: choiceIn(query, 'dealt', ['true']),
    page: pageIn(query),
  }
}
export type CashView = ReturnType<typeof viewOf>

const FAILED = 'Failed to load the cash'

/** The first and the last day of the parcels, as calls take them. */
function daysOf({ period, day }: CashView, now: number) {
  if (day !== undefined) return { from: day, to: day }
  return { from: period && dayInIndia(new Date(now - (Number(period) - 1) * DAY_MS)) }
}

/** What the page shows at this address. */
export async function loadCash(api: AdminApi, url: string) {
  const view = viewOf(url)
  const { show, courier, state, search, dealt, page } = view
  const filter = { courier, page, limit, ...daysOf(view, api.now()) }
  if (show === 'parcels') {
    const parcels = await loadOrFailure(api.listCashParcels({ ...filter, state, search }), FAILED)
    return { view, parcels, couriers: parcels.answer?.couriers }
  }
  if (show === 'findings') {
    return { view, findings: await loadOrFailure(api.listCashFindings({ dealt, page, limit }), FAILED) }
  }
  const owed = show === undefined ? ('true' as const) : undefined
  const days = await loadOrFailure(api.listCashDays({ ...filter, owed }), FAILED)
  return { view, days, couriers: days.answer?.couriers }
}
export type LoadedCash = Awaited<ReturnType<typeof loadCash>>

const DEAL_FAILED = 'Failed to change the finding'
export const CASH_CALLS: ListCalls = {
  deal: { call: (api, { id }) => api.dealWithCashFinding(id, true), failed: DEAL_FAILED },
  reopen: { call: (api, { id }) => api.dealWithCashFinding(id, false), failed: DEAL_FAILED },
}

/** The address of a list of the page. */
export const cashAddress = (view: Partial<CashView>) => listAddress(CASH, view)

export function tabsOf({ show, courier, period }: CashView) {
  const tab = (label: string, own: CashView['show']) => ({
    label,
    to: cashAddress({ show: own, courier, period }),
    isCurrent: show === own,
  })
  return {
    label: 'Cash',
    tabs: [tab('Owed', undefined), tab('All days', 'days'), tab('Parcels', 'parcels'), tab('Findings', 'findings')],
  }
}

const VIEW_LABELS: Partial<Record<CashParcelView, string>> = {
  uncollected: 'Not heard of in time',
  unremitted: 'Not remitted in time',
}
const viewLabel = (view: CashParcelView) =>
  VIEW_LABELS[view] ?? CASH_FACTS[view as Exclude<CashParcelView, 'uncollected' | 'unremitted'>].label

const PERIOD_FILTER = {
  name: 'period',
  label: 'Sent',
  all: 'On any day',
  options: PERIODS.map((days) => ({ value: days, label: `In the last ${days} days` })),
}
const STATE_FILTER = {
  name: 'state',
  label: 'Cash',
  all: 'In any state',
  options: CASH_PARCEL_VIEWS.map((view) => ({ value: view, label: viewLabel(view) })),
}

const DEALT_FILTER = {
  name: 'dealt',
  label: 'Findings',
  all: 'Open',
  options: [{ value: 'true', label: 'Dealt with' }],
}

const parcelFilters = (show: CashView['show'], couriers: CashDaysAnswer['couriers']) => [
  {
    name: 'courier',
    label: 'Courier',
    all: 'Every courier',
    options: couriers.map(({ courier, name }) => ({ value: courier, label: name })),
  },
  PERIOD_FILTER,
  ...(show === 'parcels' ? [STATE_FILTER] : []),
]

/** The filters of a list of the page. */
export const filtersOf = ({ view: { show }, couriers = [] }: Pick<LoadedCash, 'view' | 'couriers'>) =>
  show === 'findings' ? [DEALT_FILTER] : parcelFilters(show, couriers)
