import { z } from 'zod'

import { PasswordAgain } from '#contract/accounts/accounts.ts'
import { soughtText, text, time } from '#contract/schemas/basic-schemas.ts'

const Passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: time,
  /** Null until it has signed in. */
  lastUsedAt: time.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const PasskeysAnswer = z.object({
  passkeys: z.array(Passkey),
  /**
   * Whether adding and removing needs no password, because the caller signed in or gave it within
   * `RECENT_PASSWORD_MINUTES`.
   */
  isSignInRecent: z.boolean(),
})
export type PasskeysAnswer = z.infer<typeof PasskeysAnswer>

/** Needed where `isSignInRecent` is false. */
export const PasswordIfNeeded = PasswordAgain.partial().nullish()
export type PasswordIfNeeded = z.infer<typeof PasswordIfNeeded>

export const PasskeyName = z.strictObject({ name: text(60, 'Please name the passkey.') })
export type PasskeyName = z.input<typeof PasskeyName>

/** What WebAuthn calls bytes, in base64url. Their content is checked by the verification. */
const bytes = (max: number) => soughtText(max)
const MAX_CREDENTIAL_ID = 1400
const MAX_CLIENT_TEXT = 4000

/** How a browser may reach a device. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(TRANSPORTS)),
})

/** What the browser asks the device for at a sign-in (WebAuthn's PublicKeyCredentialRequestOptionsJSON). */
export const SignInOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})
export type SignInOptions = z.infer<typeof SignInOptions>

/** What the browser asks the device for to make a passkey (WebAuthn's PublicKeyCredentialCreationOptionsJSON). */
export const NewPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type NewPasskeyOptions = z.infer<typeof NewPasskeyOptions>

/** What the device answers at a sign-in (AuthenticationResponseJSON). Browsers may send more than is declared here. */
export const PasskeySignIn = z.object({
  id: bytes(MAX_CREDENTIAL_ID),
  rawId: bytes(MAX_CREDENTIAL_ID),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(MAX_CLIENT_TEXT),
    authenticatorData: bytes(MAX_CLIENT_TEXT),
    signature: bytes(MAX_CLIENT_TEXT),
    userHandle: bytes(200).nullish(),
  }),
})
export type PasskeySignIn = z.input<typeof PasskeySignIn>

/**
 * What the device answers when it has made a passkey (RegistrationResponseJSON), and what the passkey is to be called.
 */
export const NewPasskey = z.strictObject({
  name: PasskeyName.shape.name,
  credential: z.object({
    id: bytes(MAX_CREDENTIAL_ID),
    rawId: bytes(MAX_CREDENTIAL_ID),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: bytes(MAX_CLIENT_TEXT),
      attestationObject: bytes(20_000),
      /** Unknown ones are left out: they are hints for the browser only. */
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  }),
})
export type NewPasskey = z.input<typeof NewPasskey>
