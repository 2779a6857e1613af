import type { PieceTax } from '#contract/tax/gst-rules.ts'
import type { TaxPeriod } from '#server/documents/tax-month-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { taxOfReturnRow } from '#contract/tax/gst-rules.ts'
import {
  countListedValues,
  listSellerGstins,
  sumBookTaxes,
  sumConsumerStates,
  type TaxReturn,
} from '#server/documents/gstr1-queries.ts'
import { yieldToEventLoop } from '#server/documents/yield-to-event-loop.ts'

type ReturnShop = Pick<Shop, 'db' | 'settings'>

/** The returns of a month: one for each GSTIN that its documents carry, today's first. */
export async function listReturns({ db, settings }: ReturnShop, period: TaxPeriod): Promise<TaxReturn[]> {
  const today = settings.current().gstin
  const gstins = await listSellerGstins(db, period)
  return gstins
    .toSorted((one, other) => Number(other === today) - Number(one === today))
    .map((gstin) => ({ ...period, gstin }))
}

/** The return that is meant: of this GSTIN, or the month's only one, or today's where there are several or none. */
export async function chooseReturn(shop: ReturnShop, period: TaxPeriod, gstin: string | undefined): Promise<TaxReturn> {
  if (gstin !== undefined) return { ...period, gstin }
  const [first] = await listReturns(shop, period)
  return first ?? { ...period, gstin: shop.settings.current().gstin }
}

/** What a return says in all, and what the documents say in its place. They differ by rounding alone. */
export async function sumReturn(
  db: ReturnShop['db'],
  period: TaxReturn,
): Promise<{ filed: PieceTax; books: PieceTax }> {
  const filed: PieceTax = { taxablePaise: 0, centralPaise: 0, statePaise: 0, integratedPaise: 0 }
  const add = (row: PieceTax, times: number) => {
    filed.taxablePaise += times * row.taxablePaise
    filed.centralPaise += times * row.centralPaise
    filed.statePaise += times * row.statePaise
    filed.integratedPaise += times * row.integratedPaise
  }
  for (const state of await sumConsumerStates(db, period)) add(state, 1)
  await yieldToEventLoop()
  for (const { sign, count, percent, isSameState, taxablePaise } of await countListedValues(db, period)) {
    add({ taxablePaise, ...taxOfReturnRow(taxablePaise, percent, isSameState) }, sign * count)
  }
  await yieldToEventLoop()
  return { filed, books: await sumBookTaxes(db, period) }
}
