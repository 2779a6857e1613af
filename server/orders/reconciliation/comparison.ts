import type { Finding } from '#contract/reconciliation.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Period } from '#server/orders/reconciliation/comparison-queries.ts'
import type { Shop } from '#server/shop.ts'

import { formatTotal } from '#contract/money.ts'
import { ProviderRefused } from '#server/payments/provider-errors.ts'

/** One comparison under way: who is asked, about what period, and what was found so far. */
export interface Comparison {
  shop: Shop
  provider: PaymentProvider
  period: Period
  signal: AbortSignal
  findings: Finding[]
}

/** The most that the provider answers at once. */
const PAGE = 100
/** So many that only one side knows are asked about one by one. */
export const MOST_ASKED = 200

/** What is left to a person; nothing was changed. */
export const LEFT = 'left for a person'

export const money = (paise: number) => formatTotal(paise / 100)

/** Every page of a list whose period has ended, so that no page shifts while it is read; each item once. */
export async function* pagesOf<Item extends { id: string }>(
  list: (page: { skip: number; count: number }) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const seen = new Set<string>()
  for (let skip = 0; ; skip += PAGE) {
    const items = await list({ skip, count: PAGE })
    const fresh = items.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    if (fresh.length > 0) yield fresh
    if (items.length < PAGE) return
  }
}

/** What the provider answers about one id; undefined when it knows none such. Any other refusal goes on. */
export async function orUnknown<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ProviderRefused && (error.status === 400 || error.status === 404)) return undefined
    throw error
  }
}
