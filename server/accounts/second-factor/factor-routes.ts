import type { Shop } from '#server/start/shop.ts'

import { FactorConfirming, FactorStarted, RecoveryCodes, SecondFactor } from '#contract/accounts/second-factor.ts'
import { messageAnswer, noBody } from '#contract/schemas/basic-schemas.ts'
import {
  confirmFactor,
  getSecondFactor,
  removeFactor,
  renewRecoveryCodes,
  startFactor,
} from '#server/accounts/second-factor/second-factor.ts'
import { callingSession, requireMayChange } from '#server/accounts/second-factor/may-change-account.ts'
import type { Identity } from '#server/http/caller.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { setSessionCookie } from '#server/http/session-cookies.ts'
import { sessionStart } from '#server/http/session-start.ts'

/** The second factor of the signed-in member of staff. */
export function registerSecondFactor(api: ShopServer, { db, config, settings }: Shop): void {
  const path = '/admin/second-factor'
  const mayChange = (user: Identity) => requireMayChange(db, user.id, callingSession('admin', user))
  route(api, `GET ${path}`, {
    audience: 'admin',
    summary: 'Whether the caller has a code app, and whether the owner demands one',
    answer: SecondFactor,
    handle: async ({ user }) => ({
      ...(await getSecondFactor(db, user.id)),
      isDemanded: settings.current().demandsSecondFactor,
    }),
  })
  route(api, `POST ${path}/start`, {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'A new key for a code app, which counts from its first right code on',
    body: noBody,
    answer: FactorStarted,
    callsPerMinute: 20,
    errors: ['conflict'],
    handle: async ({ user }) => {
      await mayChange(user)
      return startFactor(db, user.id, settings.current().shopName)
    },
  })
  route(api, `POST ${path}/confirm`, {
    audience: 'admin',
    summary: 'Turns the code app on by its first code; answers the recovery codes, this once',
    body: FactorConfirming,
    answer: RecoveryCodes,
    callsPerMinute: 20,
    errors: ['not_found', 'rate_limited'],
    handle: async ({ user, body, request, reply }) => {
      await mayChange(user)
      const { answer, session } = await confirmFactor(db, user.id, body.code, sessionStart(config, request, 'admin'))
      setSessionCookie(reply, 'admin', session.token, session.expiresAt)
      return answer
    },
  })
  route(api, `POST ${path}/recovery-codes`, {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'New recovery codes, answered this once; the old ones end',
    body: noBody,
    answer: RecoveryCodes,
    callsPerMinute: 20,
    errors: ['not_found'],
    handle: async ({ user }) => {
      await mayChange(user)
      return renewRecoveryCodes(db, user.id)
    },
  })
  route(api, `DELETE ${path}`, {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Takes the code app and its recovery codes away',
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ user }) => {
      await mayChange(user)
      await removeFactor(db, user.id, user.id)
      return { message: 'The second factor is off.' }
    },
  })
}
