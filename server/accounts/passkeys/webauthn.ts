import type { NewPasskey, NewPasskeyOptions, PasskeySignIn, SignInOptions } from '#contract/accounts/passkeys.ts'

import { CHALLENGE_SECONDS } from '#contract/accounts/passkey-limits.ts'
import { TRANSPORTS } from '#contract/accounts/passkeys.ts'

/** The shop as devices know it. A passkey belongs to the host of this address, and works nowhere else. */
export interface PasskeySite {
  /** The configured address, never that of a request. */
  origin: string
  shopName: string
}

interface Credential {
  id: string
  publicKey: Uint8Array
  counter: number
  /** How the browser reaches the device, separated by commas. */
  transports: string
}

/** EdDSA, ES256 and RS256 by their numbers in COSE (RFC 9053, RFC 8812): all devices know one of them. */
const ALGORITHMS = [-8, -7, -257]
const CHALLENGE = /^[\w-]{43}$/

/** Loaded with the first passkey, so that a shop without any neither waits for it nor has it in memory. */
const loadLibrary = () => import('@simplewebauthn/server')

const rpIdOf = ({ origin }: PasskeySite) => new URL(origin).hostname
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
const transportsOf = (stored: string) => TRANSPORTS.filter((transport) => stored.split(',').includes(transport))

/** What the browser is to ask the device for at a sign-in. */
export const signInOptions = (site: PasskeySite, challenge: string): SignInOptions => ({
  challenge,
  rpId: rpIdOf(site),
  timeout: CHALLENGE_SECONDS * 1000,
  userVerification: 'required',
})

interface NewPasskeyOwner {
  /** What the device stores for the account; it holds nothing that tells who it is. */
  handle: string
  email: string
  name: string
  /** The passkeys that the account has: the device makes no second one beside them. */
  known: readonly Pick<Credential, 'id' | 'transports'>[]
}

/** What the browser is to ask the device for to make a passkey. */
export async function newPasskeyOptions(
  site: PasskeySite,
  challenge: string,
  { handle, email, name, known }: NewPasskeyOwner,
): Promise<NewPasskeyOptions> {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: site.shopName,
    rpID: rpIdOf(site),
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_SECONDS * 1000,
    userID: bytesOf(handle),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transportsOf(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options as NewPasskeyOptions
}

/** The challenge that a device says it has signed; undefined if it is none of ours. Proves nothing yet. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' && CHALLENGE.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * The passkey that a device has made for this challenge at this site, after it has verified its user. Rejects if
 * anything is wrong with it.
 */
export async function verifyNewPasskey(
  site: PasskeySite,
  challenge: string,
  { response: { transports = [], ...response }, ...credential }: NewPasskey['credential'],
): Promise<Credential> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  // The shop asks for no attestation. Others than these would have it read certificates and ask the network about them.
  const format = decodeAttestationObject(bytesOf(response.attestationObject)).get('fmt')
  if (format !== 'none' && format !== 'packed') throw new Error(`an attestation that was not asked for: ${format}`)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: rpIdOf(site),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!registrationInfo) throw new Error('the device did not sign the passkey')
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey, counter, transports: transportsOf(transports.join(',')).join(',') }
}

/**
 * The new counter of a passkey whose device has signed this challenge at this site after it has verified its user.
 * Rejects if anything is wrong with it, and if the counter has not grown although the device counts: there may be a
 * copy of it.
 */
export async function verifySignIn(
  site: PasskeySite,
  challenge: string,
  { response: { userHandle, ...response }, ...signIn }: PasskeySignIn,
  { publicKey, counter }: Pick<Credential, 'publicKey' | 'counter'>,
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...signIn, response: { ...response, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: rpIdOf(site),
    credential: { id: signIn.id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the signature is not the device’s')
  return authenticationInfo.newCounter
}
