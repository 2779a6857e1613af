import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

import { passkeyApi } from '#app/account/passkey-calls.ts'
import { ShopError } from '#contract/api/errors.ts'
import { CHALLENGE_SECONDS } from '#contract/accounts/passkey-limits.ts'
import type { PasskeysAnswer } from '#contract/accounts/passkeys.ts'

type Audience = 'customer' | 'admin'

/** A page that waits gets a new challenge a minute before the old one ends. */
const RENEW_MS = (CHALLENGE_SECONDS - 60) * 1000

const NO_PASSKEY_USED = 'No passkey was used. Please try again, or use your password.'
const NOT_MADE = 'No passkey was made. Please try again.'
const KNOWN_HERE = 'This device has a passkey of this account already.'

/** Signs in by a passkey that the visitor chooses in the browser's dialog. Rejects with a sentence for the visitor. */
export async function signInByPasskey(audience: Audience): Promise<void> {
  const api = passkeyApi(audience)
  const optionsJSON = await api.startSignIn()
  const signed = await startAuthentication({ optionsJSON }).catch((cause: unknown) => {
    throw new ShopError('invalid', NO_PASSKEY_USED, { cause })
  })
  await api.signIn(signed)
}

/**
 * Resolves with the answer of the passkey that the visitor chooses in the e-mail field; undefined if none is chosen.
 * Rejects if the challenge cannot be fetched, or if `signal` aborts the fetching.
 */
async function waitForChoice(audience: Audience, signal: AbortSignal) {
  // Without the signal a late answer would set its cookie over that of the challenge that the button has fetched
  // meanwhile.
  const optionsJSON = await passkeyApi(audience).startSignIn({ signal })
  return startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => undefined)
}

/**
 * Lets the browser offer passkeys in the e-mail field until one was chosen or `signal` ends it. Resolves with true
 * after a sign-in; rejects only with what the shop answers to a passkey that was chosen.
 */
export async function offerPasskeys(audience: Audience, signal: AbortSignal): Promise<boolean> {
  if (!(await browserSupportsWebAuthnAutofill())) return false
  let isRenewing = true
  while (isRenewing && !signal.aborted) {
    isRenewing = false
    const renew = setTimeout(() => {
      isRenewing = true
      WebAuthnAbortService.cancelCeremony()
    }, RENEW_MS)
    const signed = await waitForChoice(audience, signal).catch(() => undefined)
    clearTimeout(renew)
    if (!signed || signal.aborted) continue
    await passkeyApi(audience).signIn(signed)
    return true
  }
  return false
}

/** Ends what `offerPasskeys` waits for. */
export const endOffer = (): void => WebAuthnAbortService.cancelCeremony()

/** Makes a passkey on a device of the visitor and adds it. Rejects with a sentence for the visitor. */
export async function makePasskey(
  audience: Audience,
  { name, password }: { name: string; password: string | undefined },
): Promise<PasskeysAnswer> {
  const api = passkeyApi(audience)
  const optionsJSON = await api.startNewPasskey({ password })
  const credential = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new ShopError('invalid', isKnown ? KNOWN_HERE : NOT_MADE, { cause })
  })
  return api.addPasskey({ name, credential })
}
