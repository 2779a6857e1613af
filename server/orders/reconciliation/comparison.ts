import type { StoredFinding } from '#server/db/order-tables.ts'
import type { Period } from '#server/orders/reconciliation/reconciliation-queries.ts'
import type { Shop } from '#server/shop.ts'

import { formatTotal, rupeesFromPaise } from '#contract/money.ts'
import { ProviderRefused } from '#server/payments/provider-errors.ts'

/** A comparison that is running: its period, and what it has found so far. */
export interface Comparison {
  shop: Shop
  period: Period
  signal: AbortSignal
  findings: StoredFinding[]
}

/** The longest page that the provider returns. */
const PAGE_LENGTH = 100

/** The action of a finding that changes nothing. */
export const LEFT = 'left for a person'

export const money = (paise: number) => formatTotal(rupeesFromPaise(paise))

/** Every page of a list whose period has ended, so that no page shifts while it is read. Each item comes once. */
export async function* pagesOf<Item extends { id: string }>(
  list: (page: { skip: number; count: number }) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const seen = new Set<string>()
  for (let skip = 0; ; skip += PAGE_LENGTH) {
    const items = await list({ skip, count: PAGE_LENGTH })
    const fresh = items.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    if (fresh.length > 0) yield fresh
    if (items.length < PAGE_LENGTH) return
  }
}

/** What the provider answers about one id; undefined if it knows no such id. Other refusals are thrown. */
export async function orUnknown<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderRefused && (error.status === 400 || error.status === 404)) return undefined
    throw error
  }
}
