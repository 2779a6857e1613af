import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { Chosen, ChosenParams, ChosenTaken } from '#contract/programs/agent-choice.ts'
import { noBody } from '#contract/schemas/basic-schemas.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { LINKS_PER_MINUTE, TAKES_PER_MINUTE } from '#server/programs/agents/agent-limits.ts'
import { getChosen, takeChosen } from '#server/programs/agents/take-chosen.ts'
import { notFound } from '#server/errors.ts'
import { route } from '#server/http/route.ts'

/** The page on which a person takes over what a program has chosen for them. */
export function registerChosen(api: ShopServer, shop: Shop): void {
  const requireOn = () => {
    if (!shop.settings.current().speaksToAgents) throw notFound('Address')
  }
  route(api, 'GET /chosen/:token', {
    audience: 'public',
    summary: 'What a program has put together for a person, by the secret of its link',
    params: ChosenParams,
    callsPerMinute: LINKS_PER_MINUTE,
    answer: Chosen,
    errors: ['not_found', 'rate_limited'],
    handle: ({ params }) => {
      requireOn()
      return getChosen(shop, params.token)
    },
  })
  route(api, 'POST /chosen/:token/take', {
    audience: 'customer',
    signedOut: WORDINGS.cart.pleaseLogin,
    isAskedSignedOut: true,
    summary: 'Puts it into the cart, as far as it can be had; the link ends with it',
    params: ChosenParams,
    body: noBody,
    callsPerMinute: TAKES_PER_MINUTE,
    answer: ChosenTaken,
    errors: ['not_found'],
    handle: ({ user, params }) => {
      requireOn()
      return takeChosen(shop, { token: params.token, userId: user.id })
    },
  })
}
