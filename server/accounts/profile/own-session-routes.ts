import { z } from 'zod'

import type { Db } from '#server/db/database.ts'

import { id } from '#contract/schemas/basic-schemas.ts'
import { SignIns, SignInsAnswer } from '#contract/accounts/profile.ts'
import { deleteOtherSessions, deleteOwnSession, listOwnSessions } from '#server/accounts/service.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { clearSessionCookie, sessionToken, type SessionAudience } from '#server/http/session-cookies.ts'

/** Where the caller is signed in by sessions of this kind, and ending them. */
export function registerOwnSessions(
  api: ShopServer,
  db: Db,
  audience: SessionAudience,
  prefix: '/users' | '/admin',
): void {
  route(api, `GET ${prefix}/sessions`, {
    audience,
    summary: 'Where the caller is signed in: device, network and last use',
    answer: SignIns,
    handle: async ({ user, request }) => ({
      signIns: await listOwnSessions(db, { userId: user.id, audience }, sessionToken(request, audience)),
    }),
  })

  route(api, `DELETE ${prefix}/sessions`, {
    audience,
    summary: 'Signs the caller out everywhere but here',
    answer: SignInsAnswer,
    callsPerMinute: 30,
    handle: async ({ user, request }) => {
      const owner = { userId: user.id, audience }
      const token = sessionToken(request, audience)
      await deleteOtherSessions(db, owner, token)
      return { message: 'You are logged out everywhere else.', signIns: await listOwnSessions(db, owner, token) }
    },
  })

  route(api, `DELETE ${prefix}/sessions/:sessionId`, {
    audience,
    summary: 'Signs the caller out on one device',
    params: z.object({ sessionId: id }),
    answer: SignInsAnswer,
    callsPerMinute: 60,
    errors: ['not_found'],
    handle: async ({ user, params, request, reply }) => {
      const owner = { userId: user.id, audience }
      await deleteOwnSession(db, owner, params.sessionId)
      const signIns = await listOwnSessions(db, owner, sessionToken(request, audience))
      if (!signIns.some(({ isCurrent }) => isCurrent)) clearSessionCookie(reply, audience)
      return { message: 'That device is logged out.', signIns }
    },
  })
}
