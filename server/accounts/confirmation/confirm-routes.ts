import type { Shop } from '#server/shop.ts'

import { ConfirmationLink, EmailConfirmation } from '#contract/email-confirmation.ts'
import { messageAnswer, noBody } from '#contract/basic-schemas.ts'
import {
  confirmEmail,
  isEmailConfirmed,
  requestConfirmation,
  type ConfirmationHooks,
} from '#server/accounts/confirmation/confirm-email.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { countedNetworks } from '#server/caller-networks.ts'

/** Confirming the address of an account. */
export function registerConfirmation(api: ShopServer, { db, config }: Shop, { onConfirmed }: ConfirmationHooks): void {
  route(api, 'GET /users/email-confirmation', {
    audience: 'customer',
    summary: 'Whether the customer’s e-mail address is confirmed',
    answer: EmailConfirmation,
    handle: async ({ user }) => ({ isConfirmed: await isEmailConfirmed(db, user.id) }),
  })

  route(api, 'POST /users/email-confirmation', {
    audience: 'customer',
    summary: 'Sends the customer a mail with a link that confirms the address, once a day',
    body: noBody,
    answer: messageAnswer,
    callsPerMinute: 10,
    errors: ['rate_limited'],
    handle: async ({ user, request }) => ({
      message: await requestConfirmation(db, user.id, countedNetworks(config, request.ip)),
    }),
  })

  route(api, 'POST /users/confirm-email', {
    audience: 'public',
    summary: 'Confirms an e-mail address by the link that was sent there; may be repeated',
    body: ConfirmationLink,
    answer: messageAnswer,
    callsPerMinute: 30,
    errors: ['not_found'],
    handle: async ({ body }) => ({ message: await confirmEmail(db, body.token, onConfirmed) }),
  })
}
