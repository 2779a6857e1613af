import type { z } from 'zod'

import { trackingKey } from '#contract/orders/couriers.ts'
import { createHash } from 'node:crypto'

import type {
  RemittanceAnswer,
  RemittanceColumns,
  RemittanceInput,
  RemittanceNoted,
} from '#contract/orders/remittances.ts'
import type { RemittanceColumn } from '#contract/orders/remittance-limits.ts'
import type { Db } from '#server/db/database.ts'
import type { CsvColumn } from '#server/http/csv/csv-columns.ts'
import type { Shop } from '#server/start/shop.ts'

import { isShopError } from '#contract/api/errors.ts'
import { paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { MAX_REMITTANCE_LINES, MAX_REPORTED_REMITTANCES } from '#contract/orders/remittance-limits.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { counted } from '#contract/words/counted.ts'
import { newId } from '#server/db/new-id.ts'
import { conflict } from '#server/errors.ts'
import { planRemittance, type PlannedRow, type RemittanceRow } from '#server/orders/cash/plan-remittance.ts'
import { readRemittanceCsv, rowOf } from '#server/orders/cash/read-remittance.ts'
import { remitCash } from '#server/orders/cash/remit-cash.ts'
import {
  findParcels,
  keepFindings,
  listKnownFindings,
  type NewFinding,
} from '#server/orders/cash/remittance-queries.ts'

type Services = Pick<Shop, 'db' | 'payment'>

interface Sheet {
  columns: CsvColumn<RemittanceColumn>[]
  rows: RemittanceRow[]
  /** Tells it from every other file. */
  hash: string
}

async function readSheet(file: Uint8Array, choice: RemittanceColumns | undefined): Promise<Sheet> {
  const hash = createHash('sha256').update(file).digest('hex')
  return { ...(await readRemittanceCsv(file, MAX_REMITTANCE_LINES, choice)), hash }
}

async function planFor({ db, payment }: Services, rows: readonly RemittanceRow[], sheet?: string) {
  const keys = rows.flatMap(({ number }) => (typeof number === 'string' ? [trackingKey(number)] : []))
  const parcels = await findParcels(db, [...new Set(keys)], { hasSandbox: payment.isSandbox })
  return planRemittance(rows, parcels, sheet)
}

/**
 * The findings among planned lines as they are kept. The same line has the same key in every sheet; one that stands in
 * it once more has another.
 */
function findingsOf(planned: readonly PlannedRow[]): NewFinding[] {
  const times = new Map<string, number>()
  return planned.flatMap((each) => {
    if (each.status !== 'finding') return []
    const { row, orderId, difference } = each
    const line = [difference.kind, row.written.number, row.written.amount, row.reference, orderId]
    const text = JSON.stringify(line)
    const time = (times.get(text) ?? 0) + 1
    times.set(text, time)
    const key = createHash('sha256').update(`${time} ${text}`).digest('hex')
    const { number: trackingNumber, amount } = row.written
    return [
      { id: newId(), key, ...difference, line: row.line, trackingNumber, amount, reference: row.reference, orderId },
    ]
  })
}

const tokenFor = ({ hash, columns }: Sheet, planned: readonly PlannedRow[]) =>
  createHash('sha256')
    .update(JSON.stringify([hash, columns.map(({ means }) => means), planned]))
    .digest('hex')

const ORDER = { finding: 0, matched: 1, noted: 2 } as const

function answerOf(
  { columns }: Sheet,
  planned: readonly PlannedRow[],
  { known, token, isApplied }: { known: ReadonlySet<string>; token: string; isApplied: boolean },
): RemittanceAnswer {
  const findings = findingsOf(planned)
  const matched = planned.flatMap((each) => (each.status === 'matched' ? [each.amountPaise] : []))
  const isKnown = ({ key }: NewFinding) => known.has(key)
  const counts = {
    matched: matched.length,
    noted: planned.filter(({ status }) => status === 'noted').length,
    findings: findings.filter((finding) => !isKnown(finding)).length,
    known: findings.filter(isKnown).length,
  }
  const isUnderstood = (['number', 'amount'] as const).every((column) => columns.some(({ means }) => means === column))
  const done = `${counted(counts.matched, 'parcel')} ${isApplied ? 'remitted' : 'would be remitted'}.`
  const rows = planned.toSorted(
    (one, other) => ORDER[one.status] - ORDER[other.status] || one.row.line - other.row.line,
  )
  return {
    message: isUnderstood ? done : 'Please say which columns hold the tracking numbers and the amounts.',
    isApplied,
    counts,
    matchedSum: rupeesFromPaise(matched.reduce((sum, paise) => sum + paise, 0)),
    columns,
    rows: rows.slice(0, MAX_REPORTED_REMITTANCES).map((each) => ({
      status: each.status,
      line: each.row.line,
      trackingNumber: each.row.written.number,
      amount: each.row.written.amount,
      orderId: each.orderId,
      reason: each.status === 'finding' ? each.difference.reason : null,
    })),
    moreRows: Math.max(0, rows.length - MAX_REPORTED_REMITTANCES),
    token,
  }
}

const knownOf = (db: Db, planned: readonly PlannedRow[], { hash }: Sheet) =>
  listKnownFindings(
    db,
    findingsOf(planned).map(({ key }) => key),
    hash,
  )

/**
 * Reports which parcels a courier's sheet pays for, and each difference, and changes nothing. Throws invalid (400) for
 * a file that is no remittance.
 */
export async function checkRemittance(
  shop: Services,
  file: Uint8Array,
  choice: RemittanceColumns | undefined,
): Promise<RemittanceAnswer> {
  const sheet = await readSheet(file, choice)
  const planned = await planFor(shop, sheet.rows, sheet.hash)
  return answerOf(sheet, planned, {
    known: await knownOf(shop.db, planned, sheet),
    token: tokenFor(sheet, planned),
    isApplied: false,
  })
}

/** Notes the money of one line; what has changed since the check is a difference then. */
async function remit(db: Db, each: PlannedRow, actorId: string, sheet: string): Promise<PlannedRow> {
  if (each.status !== 'matched' || each.orderId === null) return each
  const { row, orderId, amountPaise } = each
  try {
    const isNew = await remitCash(db, { orderId, actorId, amountPaise, reference: row.reference, sheet })
    return isNew ? each : { status: 'noted', row, orderId }
  } catch (error) {
    if (!isShopError(error) || error.status !== 409) throw error
    return { status: 'finding', row, orderId, difference: { kind: 'changed meanwhile', reason: error.message } }
  }
}

/**
 * Makes the changes that `checkRemittance` reported: each parcel by itself, and then the findings are kept, each once.
 * Throws a conflict (409) and changes nothing if the sheet would now make other ones. A sheet that was stopped in the
 * middle goes on where it stopped.
 */
export async function importRemittance(
  shop: Services,
  { actorId, token }: { actorId: string; token: string },
  file: Uint8Array,
  choice: RemittanceColumns | undefined,
): Promise<RemittanceAnswer> {
  const sheet = await readSheet(file, choice)
  const planned = await planFor(shop, sheet.rows, sheet.hash)
  if (tokenFor(sheet, planned) !== token) {
    throw conflict('The parcels or the file have changed since the check. Look at the changes again.')
  }
  const known = await knownOf(shop.db, planned, sheet)
  const done: PlannedRow[] = []
  for (const each of planned) done.push(await remit(shop.db, each, actorId, sheet.hash))
  await keepFindings(shop.db, findingsOf(done), { foundBy: actorId, sheet: sheet.hash })
  return answerOf(sheet, done, { known, token, isApplied: true })
}

/** Notes one line of a remittance by hand. Throws a conflict with what is different and what to do. */
export async function remitByNumber(
  shop: Services,
  actorId: string,
  { trackingNumber, amount, reference = '' }: z.output<typeof RemittanceInput>,
): Promise<RemittanceNoted> {
  const typed = rowOf({ line: 1, number: trackingNumber, amount: String(amount), reference })
  const row = typeof amount === 'number' ? { ...typed, amountPaise: paiseFromRupees(amount) } : typed
  const [planned] = await planFor(shop, [row])
  if (!planned || planned.orderId === null) throw conflict(reasonOf(planned))
  const { orderId } = planned
  if (planned.status === 'finding') throw conflict(`Order #${shortIdOf(orderId)}: ${reasonOf(planned)}`)
  const isNew =
    planned.status === 'matched' &&
    (await remitCash(shop.db, { orderId, actorId, amountPaise: planned.amountPaise, reference: row.reference }))
  const news = isNew ? 'cash remitted' : 'this payment was noted before'
  return { message: `Order #${shortIdOf(orderId)}: ${news}.`, orderId }
}

const reasonOf = (planned: PlannedRow | undefined) => (planned?.status === 'finding' ? planned.difference.reason : '')
