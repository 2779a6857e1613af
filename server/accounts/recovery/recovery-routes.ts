import type { FastifyRequest } from 'fastify'

import type { Shop } from '#server/start/shop.ts'

import { CodeSignIn, NewPassword, RecoveryRequest } from '#contract/accounts/account-recovery.ts'
import { UserAnswer } from '#contract/accounts/accounts.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import type { ConfirmationHooks } from '#server/accounts/confirmation/confirm-email.ts'
import { RECOVERY_MINUTES } from '#contract/accounts/link-lifetimes.ts'
import { requestRecovery, resetPassword } from '#server/accounts/recovery/recovery.ts'
import { signInByCode } from '#server/accounts/recovery/sign-in-by-code.ts'
import { route } from '#server/http/route.ts'
import { noteSignIn } from '#server/http/log/security-events.ts'
import type { ShopServer } from '#server/http/server.ts'
import { setSessionCookie } from '#server/http/session-cookies.ts'
import { sessionStart } from '#server/http/session-start.ts'
import { browserOf, rememberBrowser } from '#server/http/browser-cookie.ts'
import { countedNetworks, networksOf } from '#server/http/rate-limits/caller-networks.ts'

/** Longer than a mail with a code waits to be sent, and the code works. */
const CODE_BROWSER_SECONDS = 2 * 3600

/** The narrowest network of the caller, also in a shop without limits. */
const networkOf = (request: FastifyRequest) => networksOf(request.ip)[0].name

/** Ways back into an account for those who have forgotten its password. */
export function registerRecovery(api: ShopServer, { db, config, settings }: Shop, hooks: ConfirmationHooks): void {
  route(api, 'POST /users/forgot-password', {
    audience: 'public',
    summary: 'Sends a link for a new password, if the address has an account; the answer is the same if not',
    body: RecoveryRequest,
    answer: messageAnswer,
    callsPerMinute: 10,
    handle: async ({ body, request }) => {
      await requestRecovery(db, body.email, 'password', {
        browser: browserOf(request, 'code_browser'),
        network: networkOf(request),
        networks: countedNetworks(config, request.ip),
      })
      return {
        message: `If this address has an account, we are sending it a link for a new password. It works for ${RECOVERY_MINUTES.password} minutes. If you have asked several times, use the newest mail.`,
      }
    },
  })

  route(api, 'POST /users/reset-password', {
    audience: 'public',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary:
      'Sets a new password by the link of the mail, once, and ends all sessions of the account; of the staff it wants the second factor, too',
    body: NewPassword,
    answer: messageAnswer,
    callsPerMinute: 20,
    errors: ['code_needed', 'unauthenticated', 'not_found', 'rate_limited', 'unavailable'],
    handle: async ({ body, request }) => {
      await resetPassword(
        db,
        body,
        { networks: countedNetworks(config, request.ip), shopName: settings.current().shopName },
        hooks,
      )
      return { message: 'Your password is changed. Please log in with the new one.' }
    },
  })

  route(api, 'POST /users/send-code', {
    audience: 'public',
    summary: 'Sends a code to sign in with, if the address has an account; the answer is the same if not',
    body: RecoveryRequest,
    answer: messageAnswer,
    callsPerMinute: 10,
    handle: async ({ body, request, reply }) => {
      const browser = rememberBrowser(request, reply, 'code_browser', CODE_BROWSER_SECONDS)
      await requestRecovery(db, body.email, 'code', {
        browser,
        network: networkOf(request),
        networks: countedNetworks(config, request.ip),
      })
      return {
        message: `If this address has an account, we are sending it a code of six digits. It works for ${RECOVERY_MINUTES.code} minutes, in this browser.`,
      }
    },
  })

  route(api, 'POST /users/login-by-code', {
    audience: 'public',
    summary: 'Signs a customer in by the code of the mail, in the browser that asked for it',
    body: CodeSignIn,
    answer: UserAnswer,
    callsPerMinute: 60,
    errors: ['unauthenticated', 'rate_limited'],
    handle: async ({ body, request, reply }) => {
      const { user, session } = await signInByCode(
        db,
        body,
        { browser: browserOf(request, 'code_browser'), ...sessionStart(config, request, 'customer') },
        hooks,
      )
      setSessionCookie(reply, 'customer', session.token, session.expiresAt)
      noteSignIn(request, user.email)
      return { message: WORDINGS.session.signedIn, user }
    },
  })
}
