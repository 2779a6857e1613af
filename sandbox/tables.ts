import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export type Notes = Record<string, string>
type NotesColumn = JSONColumnType<Notes, string, string>

interface SandboxOrders {
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

interface SandboxPayments {
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

interface SandboxRefunds {
  id: string
  paymentId: string
  amountPaise: number
  status: 'pending' | 'processed'
  notes: NotesColumn
  idempotencyKey: string | null
  request: string
  dueAt: Date | null
  createdAt: Date
}

interface SandboxEvents {
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

interface SandboxSecrets {
  onlyRow: Generated<boolean>
  keySecret: string
  webhookSecret: string
}

/** The provider's tables, in camelCase; the tables of the shop are not among them. */
export type SandboxTables = {
  sandboxOrders: SandboxOrders
  sandboxPayments: SandboxPayments
  sandboxRefunds: SandboxRefunds
  sandboxEvents: SandboxEvents
  sandboxSecrets: SandboxSecrets
}
