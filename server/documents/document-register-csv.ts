import type { Db } from '#server/db/database.ts'
import type { TaxPeriod } from '#server/documents/tax-month-queries.ts'

import { documentTitle, isOverMoney } from '#contract/tax/document-kinds.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { INDIAN_STATES } from '#contract/schemas/indian-states.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { amountCell, escapeCell, rowsCsv, tableCsv, type CsvCells } from '#server/http/csv/csv-encoding.ts'
import {
  listDocumentIds,
  listRegisterEntries,
  type RegisterEntry,
} from '#server/documents/document-register-queries.ts'

/** Documents that are read and written at once. */
const BATCH = 250

const CELLS: CsvCells<RegisterEntry> = {
  Document: ({ kind, isCancelled }) => `${documentTitle(kind)}${isCancelled ? ' (cancelled)' : ''}`,
  Number: ({ number }) => number,
  Date: ({ issuedAt }) => dayInIndia(issuedAt),
  Order: ({ orderId }) => `#${shortIdOf(orderId)}`,
  Corrects: ({ corrects }) => corrects ?? '',
  Buyer: ({ buyerName }) => escapeCell(buyerName),
  GSTIN: ({ buyerGstin }) => buyerGstin ?? '',
  'Seller GSTIN': ({ sellerGstin }) => sellerGstin ?? '',
  'State code': ({ placeOfSupply }) => placeOfSupply ?? '',
  State: ({ placeOfSupply }) => INDIAN_STATES.find(({ gstCode }) => gstCode === placeOfSupply)?.name ?? '',
  Taxable: (entry) => taxed(entry, entry.taxablePaise),
  'Central tax': (entry) => taxed(entry, entry.centralPaise),
  'State/UT tax': (entry) => taxed(entry, entry.statePaise),
  'Integrated tax': (entry) => taxed(entry, entry.integratedPaise),
  Total: ({ totalPaise }) => amountCell(totalPaise),
  'Captured or refunded': ({ moneyPaise }) => amountCell(moneyPaise),
  Difference: ({ totalPaise, moneyPaise }) => amountCell(totalPaise - moneyPaise),
}

/** The tax of the supply stands on its invoice. */
const taxed = ({ kind }: RegisterEntry, paise: number) => (isOverMoney(kind) ? '' : amountCell(paise))

/**
 * The register of documents as CSV, in the sequence of their ids, piece by piece: each beside the money that belongs to
 * it.
 */
export async function* writeRegisterCsv(db: Db, ids: readonly string[]): AsyncGenerator<string> {
  yield tableCsv(CELLS, [])
  for (let start = 0; start < ids.length; start += BATCH) {
    yield rowsCsv(CELLS, await listRegisterEntries(db, ids.slice(start, start + BATCH)))
  }
}

/** The register of a month in India as CSV, the oldest document first. */
export async function openRegisterCsv(db: Db, period: TaxPeriod): Promise<AsyncGenerator<string>> {
  return writeRegisterCsv(db, await listDocumentIds(db, period))
}
