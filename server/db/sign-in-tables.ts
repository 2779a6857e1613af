import type { ColumnType, Generated } from 'kysely'

export interface SignInTables {
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
    createdAt: ColumnType<Date, Date | undefined, never>
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
}
