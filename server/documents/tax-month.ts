import type { z } from 'zod'

import type { TaxMonth, TaxQuery } from '#contract/tax/tax-month.ts'
import type { Shop } from '#server/start/shop.ts'

import { isOverMoney } from '#contract/tax/document-kinds.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { INDIAN_STATES } from '#contract/schemas/indian-states.ts'
import { formatPaise, rupeesFromPaise } from '#contract/units/money.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { addUp, type Sums } from '#server/documents/invoice-lines.ts'
import { listReturns, sumReturn } from '#server/documents/gst-returns.ts'
import { yieldToEventLoop } from '#server/documents/yield-to-event-loop.ts'
import {
  compareWithLedger,
  listMonthDocuments,
  sumMonthByKind,
  sumMonthByRate,
  type KindSums,
  type LedgerRow,
  type TaxPeriod,
} from '#server/documents/tax-month-queries.ts'

const MAX_DIFFERENCES = 100

type MonthShop = Pick<Shop, 'db' | 'settings' | 'payment'>

const stateName = (code: string) => INDIAN_STATES.find(({ gstCode }) => gstCode === code)?.name ?? code

/** A month in India, the present one unless given; sandbox documents while the shop runs in the sandbox. */
export const periodOf = ({ payment }: Pick<Shop, 'payment'>, month: string | undefined): TaxPeriod => ({
  month: month ?? dayInIndia(new Date()).slice(0, 7),
  isSandbox: payment.isSandbox,
})

const presentSums = (sums: Sums) => ({
  total: rupeesFromPaise(sums.totalPaise),
  taxable: rupeesFromPaise(sums.taxablePaise),
  central: rupeesFromPaise(sums.centralPaise),
  state: rupeesFromPaise(sums.statePaise),
  integrated: rupeesFromPaise(sums.integratedPaise),
})

/** What was supplied: an invoice repeats the money of a receipt. */
const sumSupplies = (kinds: readonly KindSums[]): Sums =>
  addUp(kinds, (ofKind, sum) => (isOverMoney(ofKind.kind) ? 0 : ofKind[sum]))

function differenceSentence({ number, kind, orderId, documentPaise, moneyPaise }: LedgerRow): string {
  const amount = (paise: number) => formatPaise(Math.abs(paise))
  const order = `order #${shortIdOf(orderId)}`
  if (number === null) return `A refund of ${amount(moneyPaise)} for ${order} has no credit note.`
  const happened = kind === 'credit note' || kind === 'refund voucher' ? 'refunded' : 'captured'
  return `${number} is over ${amount(documentPaise)}, and ${amount(moneyPaise)} was ${happened} for ${order}.`
}

async function presentReturns(shop: Pick<Shop, 'db' | 'settings'>, period: TaxPeriod): Promise<TaxMonth['returns']> {
  const returns: TaxMonth['returns'] = []
  for (const one of await listReturns(shop, period)) {
    const { filed, books } = await sumReturn(shop.db, one)
    const stateCode = one.gstin.slice(0, 2)
    const central = books.centralPaise - filed.centralPaise
    const state = books.statePaise - filed.statePaise
    const integrated = books.integratedPaise - filed.integratedPaise
    returns.push({
      gstin: one.gstin,
      stateCode,
      stateName: stateName(stateCode),
      taxable: rupeesFromPaise(filed.taxablePaise),
      central: rupeesFromPaise(filed.centralPaise),
      state: rupeesFromPaise(filed.statePaise),
      integrated: rupeesFromPaise(filed.integratedPaise),
      rounding: {
        central: rupeesFromPaise(central),
        state: rupeesFromPaise(state),
        integrated: rupeesFromPaise(integrated),
        total: rupeesFromPaise(central + state + integrated),
      },
    })
    await yieldToEventLoop()
  }
  return returns
}

/** The tax of a month in India with a page of its documents; and how many documents there are in all. */
export async function getTaxMonth(
  { db, settings, payment }: MonthShop,
  { month, list = 'all', page = 1, limit = ROWS_PER_PAGE.taxDocuments }: z.output<typeof TaxQuery>,
): Promise<{ items: TaxMonth; total: number }> {
  const period = periodOf({ payment }, month)
  const rates = await sumMonthByRate(db, period)
  await yieldToEventLoop()
  const kinds = await sumMonthByKind(db, period)
  await yieldToEventLoop()
  const ledger = await compareWithLedger(db, period, MAX_DIFFERENCES)
  await yieldToEventLoop()
  const returns = await presentReturns({ db, settings }, period)
  const seller = settings.current()
  const documents = await listMonthDocuments(db, period, { list, limit, offset: (page - 1) * limit })
  const items = {
    month: period.month,
    registration: seller.taxRegistration,
    sendsToOtherStates: seller.taxRegistration !== 'composition' && seller.sendsToOtherStates,
    sums: presentSums(sumSupplies(kinds)),
    rates: rates.map(({ placeOfSupply, percent, ...sums }) => ({
      stateCode: placeOfSupply,
      stateName: stateName(placeOfSupply),
      percent,
      ...presentSums(sums),
    })),
    kinds: kinds.map(({ kind, count, ...sums }) => ({ kind, count, ...presentSums(sums) })),
    returns,
    ledger: {
      total: rupeesFromPaise(ledger.moneyPaise),
      differing: ledger.differing,
      differences: ledger.differences.map(differenceSentence),
    },
    documents: documents.map(
      ({ id, kind, number, issuedAt, orderId, buyerName, buyerGstin, placeOfSupply, isCancelled, ...sums }) => ({
        _id: id,
        kind,
        number,
        issuedAt: issuedAt.toISOString(),
        orderId,
        buyer: buyerName,
        gstin: buyerGstin,
        stateName: placeOfSupply && stateName(placeOfSupply),
        ...(isCancelled && { isCancelled }),
        ...presentSums(sums),
      }),
    ),
  }
  const listed = kinds.filter(({ kind }) => list === 'all' || isOverMoney(kind) === (list === 'receipts'))
  return { items, total: listed.reduce((all, { count }) => all + count, 0) }
}
