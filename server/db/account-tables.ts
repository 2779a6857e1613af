import type { Generated } from 'kysely'

import type { StaffRole } from '#contract/accounts/staff-areas.ts'
import type { MailBudget } from '#server/db/mail-tables.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

/** Customers and staff: their accounts, how they sign in, and what is sent to their addresses about that. */
export interface AccountTables {
  users: {
    id: string
    role: Generated<string>
    firstname: string
    lastname: string
    email: string
    emailKey: string
    phone: string
    passwordHash: string
    emailConfirmedAt: Date | null
    /** Null for customers. */
    staffRole: StaffRole | null
    /** Since when somebody of the staff may not come in any more. */
    deactivatedAt: Date | null
    createdAt: CreatedAt
  }

  recentMails: {
    mailboxHash: Uint8Array
    mailId: string
    budget: MailBudget
    askedBy: string | null
    at: Generated<Date>
  }

  recoveryTokens: {
    mailId: string
    userId: string
    kind: 'password' | 'code'
    tokenHash: Uint8Array
    emailKey: string
    askerHash: Uint8Array | null
    createdAt: Generated<Date>
    expiresAt: Date
    failures: Generated<number>
  }

  sessions: {
    idHash: Uint8Array
    userId: string
    audience: 'customer' | 'admin'
    createdAt: CreatedAt
    seenAt: Generated<Date>
    expiresAt: Date
    provedAt: Generated<Date>
    device: Generated<string>
    network: Generated<string>
    hasTwoFactors: Generated<boolean>
  }

  /** The public half of what a device signs in with. */
  passkeys: {
    id: string
    userId: string
    audience: 'customer' | 'admin'
    name: string
    credentialId: string
    publicKey: Uint8Array
    counter: number
    transports: string
    createdAt: CreatedAt
    lastUsedAt: Date | null
  }

  passkeyChallenges: {
    challenge: string
    browserHash: Uint8Array
    audience: 'customer' | 'admin'
    userId: string | null
    expiresAt: Date
  }

  /** A network from which the account has signed in. */
  signInNetworks: {
    userId: string
    networkHash: Uint8Array
    lastAt: Generated<Date>
  }

  /** Somebody whom an owner asked to join the staff. */
  staffInvitations: {
    id: string
    email: string
    emailKey: string
    staffRole: StaffRole
    tokenHash: Uint8Array | null
    invitedBy: string | null
    /** A mail brings the link; else an owner hands it over. */
    isMailed: Generated<boolean>
    invitedAt: Generated<Date>
    expiresAt: Date
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

  emailConfirmations: {
    tokenHash: Uint8Array
    userId: string
    emailKey: string
    expiresAt: Date
  }

  /** The address that an account gets by the link that is sent there. */
  emailChanges: {
    id: string
    userId: string
    email: string
    emailKey: string
    tokenHash: Uint8Array | null
    expiresAt: Date | null
    removesPasskeys: Generated<boolean>
    askedAt: Generated<Date>
  }

  /** Accounts that their owners asked to have erased. */
  accountErasures: {
    userId: string
    tokenHash: Uint8Array | null
    askedAt: Generated<Date>
    erasesAt: Date
  }
}
