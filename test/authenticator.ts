import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

import type { NewPasskey, NewPasskeyOptions, PasskeySignIn, SignInOptions } from '#contract/accounts/passkeys.ts'

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

/** A whole number, text, bytes or a map in CBOR (RFC 8949), as far as a passkey needs it. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number) =>
    Buffer.from(
      size < 24
        ? [(major << 5) | size]
        : size < 256
          ? [(major << 5) | 24, size]
          : [(major << 5) | 25, size >> 8, size & 255],
    )
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((each) => cbor(each))])
}

const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest()
const base64url = (value: string | Uint8Array) => Buffer.from(value).toString('base64url')

/** What a device, or the browser that it serves, may do wrong. */
interface Lie {
  origin?: string
  rpId?: string
  challenge?: string
  isUserVerified?: boolean
  isUserPresent?: boolean
  counter?: number
  type?: string
  userHandle?: string | null
  attestation?: string
}

interface Held {
  id: Buffer
  key: KeyObject
  userHandle: string
  counter: number
}

/** The flags of authenticator data: user present, user verified, holds a new credential. */
const [PRESENT, VERIFIED, HOLDS_CREDENTIAL] = [0x01, 0x04, 0x40]

/** COSE's names of a P-256 key for ES256 (RFC 9053): kty, alg, crv, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const entries: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return cbor(new Map(entries))
}

/**
 * A device with passkeys and its browser, in software, for a shop at this origin. It answers what a shop asks (WebAuthn
 * Level 3) correctly, or with a lie. It counts its signatures unless `counts` is false, as devices that share passkeys
 * do.
 */
export function createAuthenticator(origin: string, { counts = true }: { counts?: boolean } = {}) {
  let held: Held | undefined

  const clientDataOf = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(rpId: string, counter: number, lie: Lie, credential?: Buffer): Buffer {
    const verified = (lie.isUserVerified ?? true) ? VERIFIED : 0
    const present = (lie.isUserPresent ?? true) ? PRESENT : 0
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lie.counter ?? counter)
    const flags = Buffer.from([present | verified | (credential ? HOLDS_CREDENTIAL : 0)])
    return Buffer.concat([sha256(lie.rpId ?? rpId), flags, count, credential ?? Buffer.alloc(0)])
  }

  return {
    /** Makes a passkey and keeps it. */
    create(options: NewPasskeyOptions, lie: Lie = {}): NewPasskey['credential'] {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      held = { id: randomBytes(32), key: privateKey, userHandle: options.user.id, counter: 0 }
      const size = Buffer.from([0, held.id.length])
      const credential = Buffer.concat([Buffer.alloc(16), size, held.id, coseKey(publicKey)])
      const entries: [string, Cbor][] = [
        ['fmt', lie.attestation ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(options.rp.id, 0, lie, credential)],
      ]
      const id = base64url(held.id)
      const clientDataJSON = base64url(clientDataOf('webauthn.create', options.challenge, lie))
      const response = {
        clientDataJSON,
        attestationObject: base64url(cbor(new Map(entries))),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', response }
    },
    /** Signs in by the passkey that was made last. */
    get({ challenge, rpId }: SignInOptions, lie: Lie = {}): PasskeySignIn {
      if (!held) throw new Error('the device holds no passkey')
      if (counts) held.counter += 1
      const clientData = clientDataOf('webauthn.get', challenge, lie)
      const data = authenticatorData(rpId, held.counter, lie)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), held.key)
      const userHandle = lie.userHandle === undefined ? held.userHandle : lie.userHandle
      const response = {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      }
      return { id: base64url(held.id), rawId: base64url(held.id), type: 'public-key', response }
    },
    /** Uses another device's passkey id with a key of its own, as if the id were enough to copy a passkey. */
    pretend(id: string, userHandle: string): void {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      held = { id: Buffer.from(id, 'base64url'), key: privateKey, userHandle, counter: 100 }
    },
  }
}
