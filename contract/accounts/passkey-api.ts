import type { UserAnswer } from '#contract/accounts/accounts.ts'
import type {
  NewPasskey,
  NewPasskeyOptions,
  PasskeysAnswer,
  PasskeySignIn,
  PasswordIfNeeded,
  SignInOptions,
} from '#contract/accounts/passkeys.ts'

import { createClient, segment, type ApiFetch, type CallOptions } from '#contract/api/api-client.ts'

/**
 * The calls about passkeys, of customers or of administrators. By themselves, so that only pages that need them load
 * them.
 */
export function createPasskeyApi(fetch: ApiFetch, audience: 'customer' | 'admin') {
  const { call, get } = createClient(fetch)
  const prefix = audience === 'admin' ? '/admin' : '/users'
  return {
    startSignIn: ({ signal }: CallOptions = {}) =>
      call<SignInOptions>('POST', `${prefix}/passkey-challenge`, undefined, { signal: signal ?? null }),
    signIn: (signed: PasskeySignIn) => call<UserAnswer>('POST', `${prefix}/login-by-passkey`, signed),
    listPasskeys: () => get<PasskeysAnswer>(`${prefix}/passkeys`),
    startNewPasskey: (again: PasswordIfNeeded = {}) =>
      call<NewPasskeyOptions>('POST', `${prefix}/passkeys/options`, again ?? {}),
    addPasskey: (made: NewPasskey) => call<PasskeysAnswer>('POST', `${prefix}/passkeys`, made),
    renamePasskey: (passkeyId: string, name: string) =>
      call<PasskeysAnswer>('PATCH', `${prefix}/passkeys/${segment(passkeyId)}`, { name }),
    removePasskey: (passkeyId: string, again: PasswordIfNeeded = {}) =>
      call<PasskeysAnswer>('POST', `${prefix}/passkeys/${segment(passkeyId)}/remove`, again ?? {}),
  }
}
