import {
  sql,
  type Generated,
  type GeneratedAlways,
  type JSONColumnType,
  type Selectable,
  type SelectQueryBuilder,
} from 'kysely'
import { randomInt } from 'node:crypto'

import type { Db } from '#server/db/database.ts'

export type Notes = Record<string, string>
type NotesColumn = JSONColumnType<Notes, string, string>

/** The provider's tables, in camelCase. The tables of the shop are not among them. */
type SandboxTables = {
  sandboxOrders: {
    id: string
    amountPaise: number
    amountPaidPaise: Generated<number>
    receipt: string | null
    notes: NotesColumn
    status: Generated<'created' | 'attempted' | 'paid'>
    attempts: Generated<number>
    isAutoCaptured: boolean
    createdAt: Date
  }
  sandboxPayments: {
    id: string
    orderId: string
    amountPaise: number
    amountRefundedPaise: Generated<number>
    status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
    method: string
    failure: string | null
    hasWebhooks: boolean
    dueAt: Date | null
    createdAt: Date
  }
  sandboxRefunds: {
    id: string
    paymentId: string
    amountPaise: number
    status: 'pending' | 'processed' | 'failed'
    notes: NotesColumn
    idempotencyKey: string | null
    request: string
    dueAt: Date | null
    createdAt: Date
  }
  sandboxEvents: {
    id: GeneratedAlways<number>
    eventId: string
    type: string
    subject: string
    body: string
    attempts: Generated<number>
    nextAttemptAt: Date | null
    deliveredAt: Date | null
    createdAt: Date
  }
  sandboxSecrets: {
    onlyRow: Generated<boolean>
    keySecret: string
    webhookSecret: string
  }
}

export type SandboxOrder = Selectable<SandboxTables['sandboxOrders']>
export type SandboxPayment = Selectable<SandboxTables['sandboxPayments']>
export type SandboxRefund = Selectable<SandboxTables['sandboxRefunds']>
export type SandboxDelivery = Selectable<SandboxTables['sandboxEvents']>

/** The shop's database with the types of the provider's tables, which the shop's own code does not know. */
export function openSandboxDb(db: Db) {
  return db.$extendTables<SandboxTables>()
}

export type SandboxDb = ReturnType<typeof openSandboxDb>

export interface Page {
  count: number
  skip: number
}

/** Both moments are included. */
export interface PeriodPage extends Page {
  from?: Date | undefined
  to?: Date | undefined
}

/** For `$call`: one page of a table's rows, newest first, of the whole time unless a period is given. */
export const page =
  ({ from, to, count, skip }: PeriodPage) =>
  <Database, Table extends keyof Database, Row>(query: SelectQueryBuilder<Database, Table, Row>) =>
    query
      .$if(from !== undefined, (within) => within.where(sql.ref('createdAt'), '>=', from))
      .$if(to !== undefined, (within) => within.where(sql.ref('createdAt'), '<=', to))
      .orderBy(sql.ref('createdAt'), 'desc')
      .orderBy(sql.ref('id'))
      .limit(count)
      .offset(skip)

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new id in the provider's form, such as `pay_` and 14 letters and digits. */
export function newSandboxId(prefix: 'order' | 'pay' | 'rfnd' | 'evt' | 'disp'): string {
  return `${prefix}_${Array.from({ length: 14 }, () => BASE62[randomInt(BASE62.length)]).join('')}`
}
