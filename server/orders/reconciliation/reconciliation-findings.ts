import type { z } from 'zod'

import type { FindingDealing, FindingKey, FindingQuery, ListedFinding } from '#contract/orders/reconciliation.ts'
import type { Db } from '#server/db/database.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import {
  deleteDealing,
  findFinding,
  listFindingRows,
  insertDealing,
  type FindingRow,
} from '#server/orders/reconciliation/reconciliation-finding-queries.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'

const present = ({ kind, subject, detail, action, orderId, isOpen, ...row }: FindingRow): ListedFinding => ({
  kind,
  subject,
  detail,
  action,
  orderId,
  isOpen,
  amount: row.amountPaise === null ? null : rupeesFromPaise(row.amountPaise),
  foundAt: row.foundAt.toISOString(),
  dealt: row.dealt && { note: row.dealt.note, by: row.dealt.by, at: new Date(row.dealt.at).toISOString() },
})

/** A page of what comparisons have found, the open ones unless told otherwise, and how many there are in all. */
export async function listFindings(
  db: Db,
  { list = 'open', page, limit = ROWS_PER_PAGE.findings }: z.output<typeof FindingQuery>,
): Promise<ListPage<ListedFinding>> {
  return mapPage(await listFindingRows(db, list, windowOf({ page, limit })), present)
}

async function getFinding(db: Db, key: FindingKey): Promise<FindingRow> {
  const finding = await findFinding(db, key)
  if (!finding) throw notFound('Finding')
  return finding
}

const recordDealing = (
  db: Db,
  actorId: string,
  action: string,
  { kind, subject, amount }: FindingKey,
  after?: { hasNote: boolean },
) => recordChange(db, actorId, action, ['reconciliation', subject], { before: { kind, amount }, after })

/**
 * Notes that somebody has dealt with a finding: it is open no more, also when a later comparison finds the same amount.
 * The same note by the same person once more changes nothing. Throws `not_found`, and `conflict` if somebody else was
 * faster.
 */
export function dealWithFinding(db: Db, actorId: string, { note, ...key }: FindingDealing): Promise<ListedFinding> {
  return inTransaction(db, async (db) => {
    await getFinding(db, key)
    const isNew = await insertDealing(db, key, { note, actorId })
    const finding = await getFinding(db, key)
    if (isNew) await recordDealing(db, actorId, 'finding.dealt with', key, { hasNote: note !== '' })
    else if (finding.dealt?.actorId !== actorId || finding.dealt.note !== note) {
      throw conflict(`${finding.dealt?.by ?? 'Somebody'} has dealt with this already.`)
    }
    return present(finding)
  })
}

/** Opens a finding again that somebody has dealt with; may be repeated. Throws `not_found`. */
export function reopenFinding(db: Db, actorId: string, key: FindingKey): Promise<ListedFinding> {
  return inTransaction(db, async (db) => {
    await getFinding(db, key)
    const isReopened = await deleteDealing(db, key)
    if (isReopened) await recordDealing(db, actorId, 'finding.reopened', key)
    return present(await getFinding(db, key))
  })
}
