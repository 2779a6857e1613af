import type { z } from 'zod'

import type { AuditAnswer, AuditQuery } from '#contract/audit/audit.ts'
import type { Db } from '#server/db/database.ts'

import { isSettingName, SETTINGS } from '#contract/settings/settings.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { windowOf } from '#server/db/pagination.ts'
import { changesBetween } from '#server/audit/audit-changes.ts'
import { listAdministrators, listAuditRows } from '#server/audit/list-audit-queries.ts'

const MAX_COUNT = 10_000
const MAX_PEOPLE = 200

const settingLabel = ({ subjectType, subjectId }: { subjectType: string; subjectId: string }): string | null =>
  subjectType === 'setting' && isSettingName(subjectId)
    ? `${SETTINGS[subjectId].group}: ${SETTINGS[subjectId].label}`
    : null

/** A page of the audit log, newest first. Entries are counted up to 10,000, so that a log of millions is as fast. */
export async function listAudit(
  db: Db,
  { page = 1, limit = ROWS_PER_PAGE.auditEntries, area, person, search }: z.output<typeof AuditQuery>,
): Promise<AuditAnswer> {
  const filter = { area, person: person || undefined, search }
  const [{ items, total }, people] = await Promise.all([
    listAuditRows(db, filter, { ...windowOf({ page, limit }), maxCount: MAX_COUNT }),
    listAdministrators(db, MAX_PEOPLE),
  ])
  return {
    entries: items.map((row) => ({
      _id: String(row.id),
      at: row.at.toISOString(),
      area: row.subjectType,
      action: row.action,
      subject: { _id: row.subjectId, name: row.subjectName ?? settingLabel(row) },
      person: row.person,
      changes: changesBetween(row.before, row.after),
      ...(row.subjectType === 'product' && row.action === 'change price' && { isUndoable: true as const }),
    })),
    total,
    countedTo: MAX_COUNT,
    people,
  }
}
