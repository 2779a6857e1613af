import type { Shop } from '#server/start/shop.ts'

import { KeyMade, KeyMaking, KeyParams, KeysAnswer } from '#contract/accounts/keys.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { endKey, listKeys, makeKey } from '#server/accounts/keys/keys.ts'
import { route } from '#server/http/route.ts'
import { noteKeyChange } from '#server/http/log/security-events.ts'
import type { ShopServer } from '#server/http/server.ts'

/** The keys by which other programs call the shop: only owners make and end them. */
export function registerKeys(api: ShopServer, { db }: Shop): void {
  route(api, 'GET /admin/keys', {
    audience: 'admin',
    summary: 'The keys of other programs, those that work first',
    answer: KeysAnswer,
    handle: async () => ({ keys: await listKeys(db) }),
  })
  route(api, 'POST /admin/keys', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Makes a key for another program; only this answer has the key itself',
    body: KeyMaking,
    answer: KeyMade,
    status: 201,
    callsPerMinute: 20,
    errors: ['conflict'],
    handle: async ({ user, body, request }) => {
      const made = await makeKey(db, body, user.id)
      noteKeyChange(request, 'key made', made._id)
      return { message: 'Key made. It is shown this once.', ...made }
    },
  })
  route(api, 'DELETE /admin/keys/:keyId', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Ends a key: it opens nothing any more, at once',
    params: KeyParams,
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ user, params, request }) => {
      await endKey(db, params.keyId, user.id)
      noteKeyChange(request, 'key ended', params.keyId)
      return { message: 'Key ended.' }
    },
  })
}
