import type { Selectable } from 'kysely'

import type { Db } from '#server/db/open.ts'
import type { SandboxTables } from '#sandbox/tables.ts'

export type SandboxOrder = Selectable<SandboxTables['sandboxOrders']>
export type SandboxPayment = Selectable<SandboxTables['sandboxPayments']>
export type SandboxRefund = Selectable<SandboxTables['sandboxRefunds']>
export type SandboxDelivery = Selectable<SandboxTables['sandboxEvents']>

/** The shop's database, seen with the provider's tables, which the shop's own code does not know. */
export function openSandboxDb(db: Db) {
  return db.$extendTables<SandboxTables>()
}

export type SandboxDb = ReturnType<typeof openSandboxDb>
