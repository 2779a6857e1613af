import { createPasskeyApi } from '#contract/accounts/passkey-api.ts'

/** The calls about passkeys over the network. */
export const passkeyApi = (audience: 'customer' | 'admin') =>
  createPasskeyApi((path, init) => fetch(path, init), audience)
