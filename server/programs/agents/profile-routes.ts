import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { profileOf } from '#server/programs/agents/profile.ts'
import { profilePathOf, PROTOCOL_VERSIONS } from '#server/programs/agents/protocol-versions.ts'
import { CompressedResponse, sendCompressed } from '#server/http/responses/compressed-response.ts'
import { JSON_TYPE } from '#server/http/route.ts'

/** The protocol asks for at least a minute that everybody may keep it for. Switching agents off is so late at most. */
const PROFILE_CACHE = 'public, max-age=300'

/** The profile of each version, at an address that every agent knows. */
export function registerProfile(app: ShopServer, shop: Shop, whileOn: () => Promise<void>): void {
  for (const version of PROTOCOL_VERSIONS) {
    let made: { shopUrl: string; response: CompressedResponse } | undefined
    app.get(profilePathOf(version), { onRequest: whileOn }, (request, reply) => {
      const shopUrl = shop.publicUrl()
      if (made?.shopUrl !== shopUrl) {
        const headers = { 'content-type': JSON_TYPE, 'cache-control': PROFILE_CACHE }
        made = { shopUrl, response: new CompressedResponse(JSON.stringify(profileOf(version, shopUrl)), headers) }
      }
      return sendCompressed(request, reply, made.response)
    })
  }
}
