import type { Shop } from '#server/start/shop.ts'

import { PasswordAgain } from '#contract/accounts/accounts.ts'
import { ConfirmationLink } from '#contract/accounts/email-confirmation.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { PersonalData } from '#contract/accounts/personal-data.ts'
import { keepAccount, requestErasure } from '#server/accounts/erasure/account-erasure.ts'
import { callingSession, requireMayChange } from '#server/accounts/second-factor/may-change-account.ts'
import { writeJson } from '#server/http/responses/write-json.ts'
import { JSON_TYPE, route } from '#server/http/route.ts'
import { sendFile } from '#server/http/responses/send-file.ts'
import type { ShopServer } from '#server/http/server.ts'
import { clearSessionCookie } from '#server/http/session-cookies.ts'
import { countedNetworks } from '#server/http/rate-limits/caller-networks.ts'
import { sendsMail } from '#server/start/config.ts'

/**
 * A customer's own data: the download, and the erasure of the account. What the file holds is gathered by
 * `personalDataExport()` (`server/start/`).
 */
export function registerErasure(
  api: ShopServer,
  { db, config }: Shop,
  { ownData }: { ownData: (userId: string) => Promise<object> },
): void {
  for (const [audience, prefix] of [
    ['customer', '/users'],
    ['admin', '/admin'],
  ] as const) {
    route(api, `GET ${prefix}/data`, {
      audience,
      summary: 'Everything that the shop has stored about the caller, as one JSON file',
      answer: PersonalData,
      answerType: 'application/json',
      makesFile: true,
      callsPerMinute: 10,
      errors: ['forbidden'],
      handle: async ({ user, reply }) => {
        await requireMayChange(db, user.id, callingSession(audience, user))
        const content = writeJson(await ownData(user.id))
        return sendFile(reply, { type: JSON_TYPE, fileName: 'my-data.json', content })
      },
    })
  }

  route(api, 'POST /users/erasure', {
    audience: 'customer',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary: 'Erases the account in seven days, by the password, and ends its sessions; signing in keeps the account',
    body: PasswordAgain,
    answer: messageAnswer,
    callsPerMinute: 20,
    errors: ['confirmation_needed', 'forbidden', 'rate_limited', 'unavailable'],
    handle: async ({ user, body, request, reply }) => {
      const message = await requestErasure(db, callingSession('customer', user), body.password, {
        networks: countedNetworks(config, request.ip),
        sendsMail: sendsMail(config),
      })
      clearSessionCookie(reply, 'customer')
      return { message }
    },
  })

  route(api, 'POST /users/keep-account', {
    audience: 'public',
    summary: 'Keeps an account that was to be erased, by the link that was sent to its address',
    body: ConfirmationLink,
    answer: messageAnswer,
    callsPerMinute: 30,
    errors: ['not_found'],
    handle: async ({ body }) => ({ message: await keepAccount(db, body.token) }),
  })
}
