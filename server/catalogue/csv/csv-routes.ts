import { z } from 'zod'

import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import type { Shop } from '#server/start/shop.ts'

import { ExportQuery, CsvAnswer, CsvForm } from '#contract/catalogue/admin-catalogue.ts'
import { ImportedPictures, PictureRetry, PicturesRetried } from '#contract/catalogue/import/imported-pictures.ts'
import { counted } from '#contract/words/counted.ts'
import { checkCsv, exportCsv, importCsv } from '#server/catalogue/csv/csv-service.ts'
import { getImportedPictures, retryFetches } from '#server/catalogue/other-shops/fetch-pictures.ts'
import { CSV_FORMS_PER_MINUTE, readCsvForm } from '#server/http/csv/csv-form.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { route } from '#server/http/route.ts'
import { CSV, sendFile } from '#server/http/responses/send-file.ts'
import type { ShopServer } from '#server/http/server.ts'
import { withForms } from '#server/http/uploaded-form.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { OLD_ADDRESSES_TAG } from '#server/catalogue/old-addresses/service.ts'

/** Exports products as CSV, and imports them. */
export function registerCsv(api: ShopServer, shop: Shop, index: ProductIndex): void {
  const { db, database, settings } = shop
  route(api, 'GET /admin/products/export', {
    audience: 'admin',
    summary: 'Every product as CSV, one line for each size; or those that a list of the same query shows',
    query: ExportQuery,
    answer: z.string(),
    answerType: 'text/csv',
    makesFile: true,
    handle: ({ query, reply }) => {
      const wanted = { ...query, threshold: query.threshold ?? settings.current().lowStock }
      const content = exportCsv({ db, index, read: database.read }, wanted)
      return sendFile(reply, { type: CSV, fileName: 'products.csv', content })
    },
  })
  route(api, 'GET /admin/imported-pictures', {
    audience: 'admin',
    summary: 'How the pictures of imported products come along, and which have failed',
    answer: ImportedPictures,
    handle: () => getImportedPictures(db),
  })
  route(api, 'POST /admin/imported-pictures/retry', {
    audience: 'admin',
    summary: 'Fetches failed pictures again',
    body: PictureRetry,
    maxEntries: 300,
    answer: PicturesRetried,
    handle: async ({ user, body: { ids } }) => {
      const count = await retryFetches(db, user.id, ids?.map(Number))
      const message = `${counted(count, 'picture')} ${count === 1 ? 'is' : 'are'} tried again.`
      return { message, ...(await getImportedPictures(db)) }
    },
  })
  withForms(api, (scope) =>
    route(scope, 'POST /admin/products/import', {
      audience: 'admin',
      asksPassword: 'sometimes',
      callsPerMinute: CSV_FORMS_PER_MINUTE,
      summary: 'Reports what a CSV file of products would change; with the token of that answer, changes it',
      form: { fields: CsvForm, files: 'sheet' },
      answer: CsvAnswer,
      errors: ['conflict'],
      outdates: ({ answer }) => (answer.isApplied ? [CATALOGUE, OLD_ADDRESSES_TAG] : []),
      handle: async ({ request, user }) => {
        const { fields, file } = await readCsvForm(request, CsvForm)
        const { token, stockConflict } = fields
        if (token === undefined) return checkCsv(shop, file, stockConflict)
        requireRecentPassword(user)
        return importCsv(shop, user.id, file, token, stockConflict)
      },
    }),
  )
}
