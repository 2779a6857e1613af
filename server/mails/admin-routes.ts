import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { MailPreview, MailPreviews, MailQuery, WordsPreview } from '#contract/words/mail-names.ts'
import { route } from '#server/http/route.ts'
import { previewMails, previewWords } from '#server/mails/service.ts'

export function registerMailsAdmin(api: ShopServer, shop: Shop): void {
  route(api, 'GET /admin/mails', {
    audience: 'admin',
    summary: 'Every mail of the shop with example data, and one of them as it is sent: by default the first',
    query: MailQuery,
    answer: MailPreviews,
    handle: ({ query }) => previewMails(shop, query.mail),
  })
  route(api, 'POST /admin/mails/preview', {
    audience: 'admin',
    summary: 'A mail with example data and with words that are not saved; nothing is saved',
    body: WordsPreview,
    answer: MailPreview,
    handle: ({ body }) => previewWords(shop, body),
  })
}
