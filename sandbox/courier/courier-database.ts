import type { Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** The courier service's tables, in camelCase. The tables of the shop are not among them. */
type CourierSandboxTables = {
  sandboxCourierSecrets: {
    onlyRow: Generated<boolean>
    password: string
    webhookSecret: string
  }
  sandboxParcels: {
    id: GeneratedAlways<number>
    reference: string
    isReturn: boolean
    awb: string | null
    courier: string | null
    request: JSONColumnType<Record<string, unknown>, string, string>
    isCancelled: Generated<boolean>
    pickupAt: Date | null
    createdAt: Generated<Date>
  }
  sandboxScans: {
    id: GeneratedAlways<number>
    parcelId: number
    at: Date
    label: string
    activity: string
    location: string
  }
  sandboxCourierEvents: {
    id: GeneratedAlways<number>
    parcelId: number
    body: string
    attempts: Generated<number>
    nextAttemptAt: Date | null
    deliveredAt: Date | null
  }
}

export type SandboxParcel = Selectable<CourierSandboxTables['sandboxParcels']>
export type SandboxScan = Selectable<CourierSandboxTables['sandboxScans']>
export type CourierDelivery = Selectable<CourierSandboxTables['sandboxCourierEvents']>

/** The shop's database with the types of the courier service's tables, which the shop's own code does not know. */
export function openCourierSandboxDb(db: Db) {
  return db.$extendTables<CourierSandboxTables>()
}

export type CourierSandboxDb = ReturnType<typeof openCourierSandboxDb>
