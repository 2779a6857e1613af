import type { CreditHolder, CreditSums, CustomerCredit, StoreCredit } from '#contract/accounts/store-credit.ts'
import type { Db } from '#server/db/database.ts'
import type { LedgerRow, MovementRow } from '#server/accounts/store-credit/read-queries.ts'

import { indianFormat } from '#contract/units/india-time.ts'
import { rupeesFromPaise } from '#contract/units/money.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { notFound } from '#server/errors.ts'
import { amountCell, escapeCell, writeCsv } from '#server/http/csv/csv-encoding.ts'
import { findBalance } from '#server/accounts/store-credit/queries.ts'
import {
  findCustomer,
  listEnding,
  listHolders,
  listLedger,
  listMovements,
  sumCredit,
} from '#server/accounts/store-credit/read-queries.ts'

/** The movements that are shown of one customer. */
const SHOWN = 500
/** The movements that an export reads at once. */
const BATCH = 500

const movementOf = ({
  at,
  kind,
  paise,
  reason,
  orderId,
  expiresOn,
}: MovementRow): StoreCredit['movements'][number] => ({
  at: at.toISOString(),
  kind,
  change: rupeesFromPaise(paise),
  ...(reason !== null && { reason }),
  ...(orderId !== null && { orderId }),
  ...(expiresOn !== null && { expiresOn }),
})

const sumsOf = async (db: Db, userId: string) => ({
  balance: rupeesFromPaise(await findBalance(db, userId)),
  ending: (await listEnding(db, userId)).map(({ paise, on }) => ({ amount: rupeesFromPaise(paise), on })),
})

/** A customer's own store credit. */
export async function getStoreCredit(db: Db, userId: string): Promise<StoreCredit> {
  return { ...(await sumsOf(db, userId)), movements: (await listMovements(db, userId, SHOWN)).map(movementOf) }
}

/** The same as the staff see it. Throws not-found for who is no customer. */
export async function getCustomerCredit(db: Db, userId: string): Promise<CustomerCredit> {
  const customer = await findCustomer(db, userId)
  if (!customer) throw notFound('Customer')
  const movements = await listMovements(db, userId, SHOWN)
  return {
    customer: { _id: customer.id, name: customer.name, email: customer.email },
    ...(await sumsOf(db, userId)),
    movements: movements.map((row) => ({ ...movementOf(row), ...(row.by !== null && { by: row.by }) })),
  }
}

/** A page of the customers who have store credit, who has most first. */
export async function listCreditHolders(
  db: Db,
  { page, limit, search }: { page?: number | undefined; limit?: number | undefined; search?: string | undefined },
): Promise<ListPage<CreditHolder>> {
  return mapPage(await listHolders(db, { ...windowOf({ page, limit }), search }), ({ id, paise, endsOn, ...row }) => ({
    _id: id,
    ...row,
    balance: rupeesFromPaise(paise),
    ...(endsOn !== null && { endsOn }),
  }))
}

export async function getCreditSums(db: Db): Promise<CreditSums> {
  const { owed, given, used, expired, takenBack } = await sumCredit(db)
  return {
    owed: rupeesFromPaise(owed),
    given: rupeesFromPaise(given),
    used: rupeesFromPaise(used),
    expired: rupeesFromPaise(expired),
    takenBack: rupeesFromPaise(takenBack),
  }
}

async function* readLedger(db: Db): AsyncGenerator<LedgerRow[]> {
  let last = 0
  for (;;) {
    const rows = await listLedger(db, last, BATCH)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

/** 2026-11-22 18:05, in India. */
const inIndia = indianFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

const CELLS: Record<string, (row: LedgerRow) => string> = {
  at: ({ at }) => inIndia.format(at),
  customer: ({ customer }) => customer,
  email: ({ email }) => email,
  movement: ({ kind }) => kind,
  amount: ({ paise }) => (paise < 0 ? `-${amountCell(-paise)}` : amountCell(paise)),
  order_id: ({ orderId }) => orderId ?? '',
  reason: ({ reason }) => reason ?? '',
  counts_until: ({ expiresOn }) => expiresOn ?? '',
  by: ({ by }) => by ?? '',
}
/** What a spreadsheet may read as a number or a date. */
const READ = new Set(['at', 'amount', 'counts_until'])

/** Every movement of all customers as CSV, the oldest first, piece by piece. */
export const exportCredit = (db: Db): AsyncGenerator<string> =>
  writeCsv(Object.keys(CELLS), readLedger(db), (row) => [
    Object.entries(CELLS).map(([name, cell]) => (READ.has(name) ? cell(row) : escapeCell(cell(row)))),
  ])
