import type { Db } from '#server/db/database.ts'

export const SAMPLE_PASSKEY = 'a-passkey'

/** A passkey of this customer; no device holds it. */
export async function addSamplePasskey(db: Db, userId: string): Promise<void> {
  await db
    .insertInto('passkeys')
    .values({
      id: SAMPLE_PASSKEY,
      userId,
      audience: 'customer',
      name: 'Phone',
      credentialId: 'a-credential',
      publicKey: new Uint8Array(1),
      counter: 0,
      transports: '',
    })
    .execute()
}

/** Bodies of the calls about passkeys, with answers that no device has made. */
export function passkeyBodies(prefix: string): Record<string, object> {
  const credential = { id: 'a-credential', rawId: 'a-credential', type: 'public-key' }
  const response = { clientDataJSON: 'none', attestationObject: 'none', authenticatorData: 'none', signature: 'none' }
  return {
    [`POST ${prefix}/login-by-passkey`]: { ...credential, response },
    [`POST ${prefix}/passkeys`]: { name: 'Phone', credential: { ...credential, response } },
    [`PATCH ${prefix}/passkeys/{passkeyId}`]: { name: 'Key' },
  }
}
