import { choiceIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { WAIT_LABELS } from '#app/admin/returns/return-words.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { mayDo } from '#contract/accounts/staff-areas.ts'
import { isMoneyWait, RARE_WAITS, RETURN_WAITS, type ReturnWait } from '#contract/states/return-states.ts'

export const RETURNS = '/admin/returns'
export const RETURNED_SIZES = `${RETURNS}/reasons`
export const RETURNS_PER_PAGE = ROWS_PER_PAGE.returns
const FAILED = 'Failed to load the returns'

/** What is chosen in the address of the list. */
function viewOf(url: string) {
  const query = new URL(url).searchParams
  return { waits: choiceIn(query, 'waits', RETURN_WAITS), search: wordsIn(query, 'search'), page: pageIn(query) }
}
type ReturnView = ReturnType<typeof viewOf>

/** How many returns of this search wait for each step that the person may know of. */
async function countWaits(api: AdminApi, search: string | undefined) {
  const { staffRole = 'owner' } = await api.getAdminMe()
  const count = async (waits: ReturnWait) => (await api.listReturns({ waits, search, limit: 1 })).total
  const counted = RETURN_WAITS.filter((wait) => mayDo(staffRole, 'payers') || !isMoneyWait(wait))
  const counts = await Promise.all(counted.map(async (waits) => [waits, await count(waits)] as const))
  return Object.fromEntries(counts) as Partial<Record<ReturnWait, number>>
}
type WaitCounts = Awaited<ReturnType<typeof countWaits>>

/** The list at this address with how many wait for each step. */
export async function loadReturns(api: AdminApi, url: string) {
  const view = viewOf(url)
  const [loaded, counts] = await Promise.all([
    loadOrFailure(api.listReturns({ ...view, limit: RETURNS_PER_PAGE }), FAILED),
    loadOrFailure(countWaits(api, view.search), FAILED),
  ])
  return { view, counts: counts.answer, ...loaded }
}

/** Most shops never have any of the rare ones: without a courier service no parcel of a return is known. */
const isShown = (wait: ReturnWait, waits: ReturnWait | undefined, counts: WaitCounts | undefined) =>
  wait === waits || !RARE_WAITS.some((one) => one === wait) || (counts?.[wait] ?? 0) > 0

/**
 * The tabs of the list: all, what waits for each step, and where there are any what is rare. Who only packs gets none
 * about money.
 */
export function tabsOf({ waits, search }: ReturnView, counts: WaitCounts | undefined, seesMoney: boolean) {
  const all = { label: 'All', to: listAddress(RETURNS, { search }), isCurrent: !waits }
  const shown = RETURN_WAITS.filter((wait) => (seesMoney || !isMoneyWait(wait)) && isShown(wait, waits, counts))
  const steps = shown.map((wait) => ({
    label: WAIT_LABELS[wait],
    to: listAddress(RETURNS, { search, waits: wait }),
    isCurrent: waits === wait,
    count: counts?.[wait],
  }))
  return { label: 'Returns by what they wait for', tabs: [all, ...steps] }
}
