import type { ListCalls } from '#app/admin/list/list-calls.ts'
import { choiceIn, listAddress, pageIn } from '#app/admin/list/query-parameters.ts'
import { keyOf, withIds } from '#app/admin/reconciliation/reconciliation-finding-columns.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { FINDING_LISTS } from '#contract/orders/reconciliation-finding-kinds.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

export const RECONCILIATION = '/admin/reconciliation'

type Shown = (typeof FINDING_LISTS)[number]

export const LIST_LABELS: Record<Shown, string> = {
  open: 'Open findings',
  dealt: 'Dealt with',
  others: 'No difference',
}

/** The findings and the comparisons of this address, each with its own page. */
export async function loadReconciliation(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const show = choiceIn(query, 'show', FINDING_LISTS) ?? 'open'
  const page = pageIn(query)
  const findingsPage = pageIn(new URLSearchParams({ page: query.get('found') ?? '' }))
  const [compared, { answer, ...found }] = await Promise.all([
    loadOrFailure(api.listReconciliations({ page, limit: ROWS_PER_PAGE.reconciliations }), WORDINGS.fallback),
    loadOrFailure(
      api.listFindings({ list: show, page: findingsPage, limit: ROWS_PER_PAGE.findings }),
      WORDINGS.fallback,
    ),
  ])
  return {
    show,
    compared: { view: { show, page }, ...compared },
    found: {
      view: { show, page: findingsPage },
      answer: answer && { total: answer.total, items: withIds(answer.items) },
      ...found,
    },
  }
}

const failed = WORDINGS.fallback

/** What can be changed on the page. */
export const CALLS: ListCalls = {
  compare: { call: (api) => api.requestReconciliation(), failed },
  deal: {
    call: (api, { id, text }) => api.dealWithFinding({ ...keyOf(id), note: text('note') }),
    failed,
    isInForm: true,
  },
  reopen: {
    call: async (api, { id }) => {
      await api.reopenFinding(keyOf(id))
      return { message: 'Open again.' }
    },
    failed,
  },
}

/** The lists of findings; only the shown one has a number. */
export const tabsOf = (shown: Shown, total: number | undefined) => ({
  label: 'Findings',
  tabs: FINDING_LISTS.map((list) => ({
    label: LIST_LABELS[list],
    to: listAddress(RECONCILIATION, { show: list === 'open' ? undefined : list }),
    isCurrent: list === shown,
    ...(list === shown && total !== undefined && { count: total }),
  })),
})
