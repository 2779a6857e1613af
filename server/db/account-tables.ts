import type { ColumnType, Generated } from 'kysely'

import type { KeyScope } from '#contract/accounts/staff-areas.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import type { MailBudget } from '#server/db/mail-tables.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

/** What a link or a code that is sent to somebody is for. */
export type LinkPurpose =
  | 'new password'
  | 'sign-in code'
  | 'confirm address'
  | 'new address'
  | 'keep account'
  | 'join staff'
  | 'confirm cash order'
  | 'cash order code'

/** What the link to a new address knows. */
export interface RequestedAddress {
  email: string
  emailKey: string
  /** Whether the passkeys of the account end with the change. */
  removesPasskeys: boolean
}

/** What a link has to know besides whose it is. Each purpose takes its own part. */
export interface LinkPayload extends Partial<RequestedAddress> {
  /**
   * Who asked, in hexadecimal: the browser for a code, the network for a new password. Null: a code that works in every
   * browser.
   */
  asker?: string | null
  /** Which order it confirms. */
  orderId?: string
}

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

  /** The links and codes that are sent to somebody. */
  accountLinks: {
    purpose: LinkPurpose
    /** The id of the mail that brings it, of what it is about, or one of its own. */
    key: string
    /** The account that it belongs to, or the invitation. */
    userId: string | null
    invitationId: string | null
    /** The account's address that it was sent to: it works while the account has this address. */
    emailKey: string | null
    /** Null until the mail that brings it is sent. */
    tokenHash: Uint8Array | null
    payload: ColumnType<LinkPayload, string | undefined, string>
    failures: Generated<number>
    createdAt: Generated<Date>
    /** Null: it works as long as what it is about. */
    expiresAt: Date | null
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
    invitedBy: string | null
    /** A mail brings the link; else an owner hands it over. */
    isMailed: Generated<boolean>
    invitedAt: Generated<Date>
    expiresAt: Date
  }

  /** What another program calls the shop by; the account of the same id acts for it. */
  programKeys: {
    id: string
    /** Null once it has ended. */
    keyHash: Uint8Array | null
    areas: KeyScope[]
    madeBy: string | null
    madeAt: Generated<Date>
    expiresAt: Date
    endedAt: Date | null
    lastUsedAt: Date | null
    lastNetwork: string | null
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

  /** Accounts that their owners asked to have erased. */
  accountErasures: {
    userId: string
    askedAt: Generated<Date>
    erasesAt: Date
  }
}
