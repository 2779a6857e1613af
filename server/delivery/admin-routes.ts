import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { PinParams } from '#contract/delivery/delivery.ts'
import {
  PinLookUp,
  PinTableAnswer,
  PinTableChange,
  PinTableFacts,
  PinTableFactsAnswer,
  PinTableForm,
} from '#contract/delivery/pin-table.ts'
import {
  checkPinCsv,
  emptyPinTable,
  exportPinTable,
  getPinTableFacts,
  importPinCsv,
  lookUpPin,
  undoPinTable,
} from '#server/delivery/manage-pin-table.ts'
import { pinAsked } from '#server/delivery/service.ts'
import { CSV_FORMS_PER_MINUTE, readCsvForm } from '#server/http/csv/csv-form.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { route } from '#server/http/route.ts'
import { CSV, sendFile } from '#server/http/responses/send-file.ts'
import { withForms } from '#server/http/uploaded-form.ts'

/** The PIN table, as administrators see and change it. */
export function registerDeliveryAdmin(api: ShopServer, shop: Shop): void {
  const answer = async (message: string) => ({ message, table: await getPinTableFacts(shop) })

  route(api, 'GET /admin/delivery', {
    audience: 'admin',
    summary: 'How large the PIN table is, and who changed it last',
    answer: PinTableFacts,
    handle: () => getPinTableFacts(shop),
  })
  route(api, 'GET /admin/delivery/export', {
    audience: 'admin',
    summary: 'The PIN table as CSV, as the import takes it',
    answer: z.string(),
    answerType: 'text/csv',
    makesFile: true,
    handle: ({ reply }) => sendFile(reply, { type: CSV, fileName: 'pin-codes.csv', content: exportPinTable(shop) }),
  })
  route(api, 'GET /admin/delivery/pins/:pin', {
    audience: 'admin',
    summary: 'What holds for one PIN code, and which row of the table says so',
    params: PinParams,
    answer: PinLookUp,
    handle: ({ params }) => lookUpPin(shop, pinAsked('pin', params.pin)),
  })
  route(api, 'POST /admin/delivery/empty', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Takes every row out of the PIN table; it can be undone',
    body: PinTableChange,
    answer: PinTableFactsAnswer,
    errors: ['conflict'],
    handle: async ({ user, body: { version } }) => {
      await emptyPinTable(shop, { actorId: user.id, version })
      return answer('The PIN table is empty.')
    },
  })
  route(api, 'POST /admin/delivery/undo', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Brings back the PIN table from before its last change',
    body: PinTableChange,
    answer: PinTableFactsAnswer,
    errors: ['conflict'],
    handle: async ({ user, body: { version } }) => {
      await undoPinTable(shop, { actorId: user.id, version })
      return answer('The last change is undone.')
    },
  })
  withForms(api, (scope) =>
    route(scope, 'POST /admin/delivery/import', {
      audience: 'admin',
      asksPassword: 'sometimes',
      callsPerMinute: CSV_FORMS_PER_MINUTE,
      summary: 'Reports what a sheet of PIN codes would change; with the token of that answer, changes it',
      form: { fields: PinTableForm, files: 'sheet' },
      answer: PinTableAnswer,
      errors: ['conflict'],
      handle: async ({ request, user }) => {
        const { fields, file } = await readCsvForm(request, PinTableForm)
        const { token, columns, replaces } = fields
        const choices = { columns, replaces: replaces === 'yes' }
        if (token === undefined) return checkPinCsv(shop, file, choices)
        requireRecentPassword(user)
        return importPinCsv(shop, { actorId: user.id, token }, file, choices)
      },
    }),
  )
}
