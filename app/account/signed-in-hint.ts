import { SIGNED_IN_COOKIES } from '#contract/accounts/signed-in-cookies.ts'

/** Whether this browser has had a session of this kind, which may have ended. */
export const isHinted = (audience: keyof typeof SIGNED_IN_COOKIES): boolean =>
  document.cookie.includes(`${SIGNED_IN_COOKIES[audience]}=`)
