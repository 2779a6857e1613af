import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { recordChange } from '#server/audit/service.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'

vi.setConfig({ testTimeout: 120_000 })

/** What stock and money are proved by afterwards. */
const LASTING_TABLES = [
  'audit_log',
  'stock_ledger',
  'checkouts',
  'checkout_lines',
  'orders',
  'order_lines',
  'order_steps',
  'payments',
  'refunds',
  'webhook_events',
  'reconciliations',
]

const databases = databasesOnEveryEngine()

test('the audit log is neither changed, nor shortened, nor emptied', async () => {
  for (const { db } of databases) {
    await recordChange(db, null, 'make administrator', ['user', 'one'])
    for (const statement of [
      sql`update audit_log set action = 'nothing'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
      sql`truncate audit_log restart identity cascade`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow('the audit log is never changed')
    }
    const { rows } = await sql<{ action: string }>`select action from audit_log`.execute(db)
    expect(rows).toEqual([{ action: 'make administrator' }])
  }
})

test('no table that stock and money are proved by can be emptied, not even along with another', async () => {
  for (const { db } of databases) {
    for (const table of LASTING_TABLES) {
      await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow(/ is never (changed|emptied)/)
    }
    await expect(sql`truncate users cascade`.execute(db)).rejects.toThrow('is never emptied')
    await expect(sql`truncate product_sizes cascade`.execute(db)).rejects.toThrow('is never emptied')
  }
})
