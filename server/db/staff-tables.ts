import type { Generated } from 'kysely'

import type { StaffRole } from '#contract/staff-areas.ts'
import type { MailOutcome } from '#server/db/order-tables.ts'

/** The tables about who works in the admin area. */
export interface StaffTables {
  /** Somebody whom an owner asked to join the staff. */
  staffInvitations: {
    id: string
    email: string
    emailKey: string
    staffRole: StaffRole
    tokenHash: Uint8Array | null
    invitedBy: string | null
    invitedAt: Generated<Date>
    expiresAt: Date
    mailDueAt: Date | null
    mailOutcome: MailOutcome | null
  }

  /** The code app of somebody of the staff. */
  secondFactors: {
    userId: string
    secret: string
    confirmedAt: Date | null
    lastStep: Generated<number>
    createdAt: Generated<Date>
  }

  recoveryCodes: {
    userId: string
    codeHash: Uint8Array
  }
}
