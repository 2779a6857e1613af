import { z } from 'zod'

import { Credentials } from '#contract/accounts.ts'
import { soughtText, text, time } from '#contract/shapes.ts'

/** The most passkeys of one account. */
export const MAX_PASSKEYS = 20

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
  /** Whether the caller signed in so recently that adding and removing passkeys needs no password. */
  isSignInRecent: z.boolean(),
})
export type PasskeysAnswer = z.infer<typeof PasskeysAnswer>

/** Needed unless the caller has just signed in. */
export const PasswordAgain = z.strictObject({ password: Credentials.shape.password.optional() }).nullish()
export type PasswordAgain = z.infer<typeof PasswordAgain>

export const PasskeyName = z.strictObject({ name: text(60, 'Please name the passkey.') })
export type PasskeyName = z.input<typeof PasskeyName>

/** What WebAuthn calls bytes, in base64url. Whether they make sense is for the verification to say. */
const bytes = (max: number) => soughtText(max)
const CREDENTIAL_ID = 1400
const CLIENT_TEXT = 4000

const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(Transport),
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
  id: bytes(CREDENTIAL_ID),
  rawId: bytes(CREDENTIAL_ID),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(CLIENT_TEXT),
    authenticatorData: bytes(CLIENT_TEXT),
    signature: bytes(CLIENT_TEXT),
    userHandle: bytes(200).nullish(),
  }),
})
export type PasskeySignIn = z.input<typeof PasskeySignIn>

/** What the device answers when it has made a passkey (RegistrationResponseJSON), and what the passkey is to be called. */
export const NewPasskey = z.strictObject({
  name: PasskeyName.shape.name,
  credential: z.object({
    id: bytes(CREDENTIAL_ID),
    rawId: bytes(CREDENTIAL_ID),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: bytes(CLIENT_TEXT),
      attestationObject: bytes(20_000),
      /** Unknown ones are left out: they are hints for the browser only. */
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  }),
})
export type NewPasskey = z.input<typeof NewPasskey>
